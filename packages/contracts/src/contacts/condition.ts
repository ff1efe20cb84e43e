import { z } from 'zod';
import { nonEmptyLine } from '../core/fields.ts';

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

const ConditionField = z.enum(conditionFields, {
  error: ({ input }) =>
    input === undefined
      ? undefined
      : `must be one of ${conditionFields.map((field) => `"${field}"`).join(', ')}; a tag is compared as {"tag": "customer"}, a custom field with custom_field in place of field`,
});

const FieldCondition = z.strictObject({ field: ConditionField.describe('Field of the contact'), ...test });
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
