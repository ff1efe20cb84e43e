import { z } from 'zod';
import { Deleted, id, line, nonEmptyLine, resource, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, offset, page } from '../core/page.ts';
import { audienceCreated, audienceDeleted, audienceUpdated } from './contacts.events.ts';
import { Contact } from './contacts.ts';

/** The fields of a contact that a condition may compare. */
export const conditionFields = [
  'name',
  'email',
  'phone',
  'company',
  'line_of_work',
  'location',
  'bio',
  'created_at',
  'updated_at',
] as const;

const op = z.enum(['eq', 'neq', 'contains', 'gt', 'lt', 'is_empty', 'is_not_empty']).describe('Comparison');
const scalar = z.union([z.string().max(500), z.number(), z.boolean()]);
const test = { op, value: scalar.optional().describe('The value to compare with; omit it for is_empty and is_not_empty') };

const FieldCondition = z.strictObject({ field: z.enum(conditionFields).describe('Field of the contact'), ...test });
const CustomFieldCondition = z.strictObject({
  custom_field: z.string().min(1).max(128).describe('Key of a custom field of the contact'),
  ...test,
});
const TagCondition = z.strictObject({ tag: nonEmptyLine(64).describe('Has this tag') });

/** One comparison: of a field, of a custom field, or the presence of a tag. */
export type ConditionLeaf = z.infer<typeof FieldCondition> | z.infer<typeof CustomFieldCondition> | z.infer<typeof TagCondition>;

/** The rule of an audience: one comparison, or and / or / not over rules. */
export type Condition = ConditionLeaf | { and: Condition[] } | { or: Condition[] } | { not: Condition };

/** The rule of an audience, as a tree of comparisons. */
export const Condition: z.ZodType<Condition> = z
  .lazy(() => z.union([FieldCondition, CustomFieldCondition, TagCondition, AllConditions, AnyCondition, NotCondition]))
  .meta({ id: 'Condition' });

const several = z.lazy(() => z.array(Condition).min(1).max(50));
const AllConditions = z.strictObject({ and: several.describe('All of these hold') }).meta({ id: 'AllConditions' });
const AnyCondition = z.strictObject({ or: several.describe('At least one of these holds') }).meta({ id: 'AnyCondition' });
const NotCondition = z.strictObject({ not: z.lazy(() => Condition).describe('This does not hold') }).meta({ id: 'NotCondition' });

const fields = {
  name: nonEmptyLine(200).describe('Unique in the Space'),
  description: line(1_000).nullable().optional().describe('Purpose of the audience'),
  condition: Condition.nullable().optional().describe('The rule of membership, evaluated on every read'),
  contact_ids: z.array(id('contact')).max(10_000).nullable().optional().describe('A fixed list instead of a condition'),
};

/** A saved, named group of contacts. */
export const Audience = z
  .object({
    ...resource,
    name: z.string(),
    description: z.string().nullable(),
    kind: z.enum(['condition', 'fixed']),
    condition: Condition.nullable(),
    contact_count: z.int().describe('Contacts in it now'),
    counted_at: timestamp,
  })
  .meta({ id: 'Audience' });

const audienceId = { id: id('audience') };

/** Saved groups of contacts: a condition that is evaluated on every read, or a fixed list. */
export const audiences = contract({
  name: 'audiences',
  service: 'contacts',
  tag: 'Audiences',
  description: 'Saved, named groups of contacts: a condition that is evaluated on every read, or a fixed list.',
  operations: {
    list: operation({
      summary: 'List audiences',
      scope: 'contacts:read',
      route: { method: 'GET', path: '/audiences', status: 200 },
      tools: [{ name: 'list_audiences', family: 'audiences', action: 'list' }],
      input: z.strictObject({ limit, cursor, include_total: includeTotal }),
      output: page(Audience),
    }),
    create: operation({
      summary: 'Create an audience',
      description: 'Give either condition or contact_ids. A name that another audience has is refused with 409 duplicate.',
      scope: 'contacts:write',
      route: { method: 'POST', path: '/audiences', status: 201 },
      tools: [{ name: 'create_audience', family: 'audiences', action: 'create' }],
      input: z.strictObject(fields),
      output: Audience,
      emits: [audienceCreated],
      problems: ['duplicate', 'unresolved_reference'],
      example: {
        name: 'Customers in London',
        condition: { and: [{ tag: 'customer' }, { field: 'location', op: 'contains', value: 'London' }] },
      },
    }),
    get: operation({
      summary: 'Read an audience',
      scope: 'contacts:read',
      route: { method: 'GET', path: '/audiences/:id', status: 200 },
      tools: [{ name: 'get_audience', family: 'audiences', action: 'get' }],
      input: z.strictObject(audienceId),
      output: Audience,
      versioned: true,
    }),
    update: operation({
      summary: 'Change an audience',
      description: 'A condition replaces a fixed list, and a fixed list replaces a condition.',
      scope: 'contacts:write',
      route: { method: 'PATCH', path: '/audiences/:id', status: 200 },
      tools: [{ name: 'update_audience', family: 'audiences', action: 'update' }],
      input: z.strictObject({ ...audienceId, ...z.strictObject(fields).partial().shape }),
      output: Audience,
      emits: [audienceUpdated],
      problems: ['duplicate', 'unresolved_reference'],
      versioned: true,
    }),
    delete: operation({
      summary: 'Delete an audience',
      description: 'Its contacts stay.',
      scope: 'contacts:write',
      route: { method: 'DELETE', path: '/audiences/:id', status: 200 },
      tools: [{ name: 'delete_audience', family: 'audiences', action: 'delete' }],
      input: z.strictObject(audienceId),
      output: Deleted,
      emits: [audienceDeleted],
      versioned: true,
    }),
    contacts: operation({
      summary: 'List the contacts of an audience',
      scope: 'contacts:read',
      route: { method: 'GET', path: '/audiences/:id/contacts', status: 200 },
      tools: [{ name: 'list_audience_contacts', family: 'audiences', action: 'list_contacts' }],
      input: z.strictObject({ ...audienceId, limit, offset, cursor, include_total: includeTotal }),
      output: page(Contact),
    }),
  },
});
