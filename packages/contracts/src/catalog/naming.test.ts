import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { WebhookBody } from '../core/event.ts';
import { timestamp } from '../core/fields.ts';
import { ProblemBody } from '../core/problem.ts';
import { clockTime, day, moment } from '../core/time-fields.ts';
import { eventTypes } from '../events/event-types.ts';
import { columnConfigs } from '../tables/column-types.ts';
import { viewConfigs } from '../tables/view.ts';
import { catalog } from './catalog.ts';

/**
 * The rules of the section "Names" of docs/api/basics.md, for every property of the wire: inputs and outputs of operations,
 * which include query parameters, the data of events, the configs of columns and views, errors and the body of webhooks.
 */

/** The part of a JSON Schema that the rules read. */
interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** A property of the wire. */
interface Property {
  /** The part of the catalog that has it, such as `bookings.create input`. */
  readonly at: string;
  readonly name: string;
  /** Its schema or, for a union, the schema of each form but null. */
  readonly forms: readonly Schema[];
  readonly siblings: ReadonlySet<string>;
  /** True for a parameter of a list. */
  readonly isFilter: boolean;
}

const accepts = ({ pattern }: Schema, sample: string): boolean =>
  pattern !== undefined && new RegExp(pattern).test(sample) && !new RegExp(pattern).test('x');
const isInstant = (form: Schema): boolean => form.format === 'date-time' || accepts(form, '2026-05-01T09:00:00Z');
const isDay = (form: Schema): boolean => form.format === 'date';
const isClockTime = (form: Schema): boolean => accepts(form, '10:30');
const isList = (form: Schema): boolean => form.type === 'array';

const pairs = [
  ['since', 'until'],
  ['from', 'to'],
  ['start_date', 'end_date'],
  ['starts_at', 'ends_at'],
] as const;
const bounds: readonly string[] = pairs.slice(0, 3).flat();
const partners = new Map<string, string>(
  pairs.flatMap(([first, second]) => [
    [first, second],
    [second, first],
  ]),
);

/** Each rule returns true for a property that breaches it. */
const rules = {
  'a status is `status`': ({ name }) => /(^|_)state$/.test(name),
  'a time zone is `timezone`': ({ name }) => /(^|_)(time_zone|tz|zone)$/.test(name),
  'an instant is `…_at`, or one of a pair of bounds': ({ name, forms }) =>
    forms.some(isInstant) ? !name.endsWith('_at') && !bounds.includes(name) : /(^|_)(timestamp|datetime|ts)$/.test(name),
  '`…_at` is an instant': ({ name, forms }) => name.endsWith('_at') && !forms.every(isInstant),
  'the bounds of an event are `starts_at` and `ends_at`': ({ name }) => /(^|_)(start|begin|begins|end)_at$/.test(name),
  'a day is `date` or `…_date`': ({ name, forms }) => forms.some(isDay) && !/(^|_)date$/.test(name),
  '`date` and `…_date` are days': ({ name, forms }) =>
    /(^|_)date$/.test(name) && !forms.every((form) => isDay(form) || (bounds.includes(name) && isInstant(form))),
  'a time of day is `time`, `start`, `end` or `due_time`': ({ name, forms }) =>
    forms.some(isClockTime) && !['time', 'start', 'end', 'due_time'].includes(name),
  'bounds come in pairs': ({ name, siblings }) =>
    partners.has(name) && !siblings.has(partners.get(name)!) && !(name === 'start_date' && siblings.has('due_date')),
  'sum, average and so on are a `function`': ({ name, forms }) => name !== 'function' && forms.some((form) => form.enum?.includes('sum')),
  '`…_ids` is a list, `…_id` is not': ({ name, forms }) => /_ids?$/.test(name) && forms.some((form) => isList(form) !== name.endsWith('s')),
  '`tags` is a list, `tag` is not, and lists filter by `tags`': ({ name, forms, isFilter }) =>
    /(^|_)tags?$/.test(name) && (forms.some((form) => isList(form) !== name.endsWith('s')) || (isFilter && name === 'tag')),
} as const satisfies Record<string, (property: Property) => boolean>;

type Rule = keyof typeof rules;

/** The properties that a rule does not fit, with the reason. */
const exceptions: readonly { readonly rule: Rule; readonly at: string; readonly names: readonly string[]; readonly reason: string }[] = [
  {
    rule: 'a time of day is `time`, `start`, `end` or `due_time`',
    at: 'bookings.reschedule input',
    names: ['new_start', 'new_end'],
    reason: 'named by the specification (contract, K8)',
  },
  {
    rule: 'bounds come in pairs',
    at: 'bookings.create input',
    names: ['starts_at'],
    reason: 'the duration of the booking page gives the end',
  },
  {
    rule: 'a day is `date` or `…_date`',
    at: 'config of date columns',
    names: ['min', 'max'],
    reason: 'the limits of a cell have one name for all types of columns',
  },
];

/** Returns the properties of a JSON Schema and of every schema within it; each definition is walked once. */
function propertiesOf(root: Schema, at: string, isFilter: boolean): Property[] {
  const found: Property[] = [];
  const walked = new Set<Schema>();
  const definitionOf = ($ref: string) => ($ref === '#' ? root : root.$defs?.[$ref.split('/').at(-1)!])!;
  const formsOf = ({ $ref, ...schema }: Schema): Schema[] => {
    if ($ref !== undefined) return formsOf(definitionOf($ref));
    const choices = schema.anyOf ?? schema.oneOf;
    return choices ? choices.flatMap(formsOf) : [schema].filter(({ type }) => type !== 'null');
  };
  function walk(schema: Schema): void {
    if (typeof schema !== 'object' || schema === null || walked.has(schema)) return;
    walked.add(schema);
    const { properties = {}, $ref, $defs: _, ...rest } = schema;
    if ($ref !== undefined) walk(definitionOf($ref));
    const siblings = new Set(Object.keys(properties));
    for (const [name, property] of Object.entries(properties)) {
      found.push({ at, name, forms: formsOf(property), siblings, isFilter: isFilter && schema === root });
      walk(property);
    }
    for (const part of Object.values(rest).flat()) walk(part as Schema);
  }
  walk(root);
  return found;
}

const propertiesIn = (schema: z.ZodType, at: string, io: 'input' | 'output' = 'output', isFilter = false): Property[] =>
  propertiesOf(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema, at, isFilter);

const properties: readonly Property[] = [
  ...catalog.flatMap(({ id, operation }) => [
    ...propertiesIn(operation.input, `${id} input`, 'input', 'next_cursor' in ((operation.output as { shape?: object }).shape ?? {})),
    ...propertiesIn(operation.output, `${id} output`),
  ]),
  ...[...eventTypes].flatMap(([name, type]) => propertiesIn(type.data, `event ${name}`)),
  ...Object.entries(columnConfigs).flatMap(([type, config]) => propertiesIn(config, `config of ${type} columns`, 'input')),
  ...Object.entries(viewConfigs).flatMap(([type, config]) => propertiesIn(config, `config of ${type} views`, 'input')),
  ...propertiesIn(WebhookBody, 'webhook'),
  ...propertiesIn(ProblemBody, 'problem'),
];

const breachesOf = (rule: Rule, among: readonly Property[]): string[] => [
  ...new Set(among.filter(rules[rule]).map(({ at, name }) => `${at}: ${name}`)),
];

test.each(Object.keys(rules) as Rule[])('every property of the wire follows the rule: %s', (rule) => {
  expect(properties.length).toBeGreaterThan(5_000);
  const excepted = exceptions.filter((one) => one.rule === rule).flatMap(({ at, names }) => names.map((name) => `${at}: ${name}`));
  expect(breachesOf(rule, properties).sort()).toEqual(excepted.sort());
});

const text = z.string();
const texts = z.array(text);

/** Objects that follow a rule, and objects of which every property breaches it. */
const examples: readonly (readonly [rule: Rule, follows: z.ZodRawShape, breaches: z.ZodRawShape])[] = [
  ['a status is `status`', { status: text }, { state: text, link_state: text }],
  ['a time zone is `timezone`', { timezone: text, guest_timezone: text }, { time_zone: text, tz: text, page_zone: text }],
  [
    'an instant is `…_at`, or one of a pair of bounds',
    { made_at: moment, since: moment, to: timestamp, end_date: z.union([day, moment]) },
    { made: timestamp.nullable(), next: z.union([text, moment]).optional(), timestamp: z.int(), sent_timestamp: text },
  ],
  ['`…_at` is an instant', { made_at: timestamp.nullable(), read_at: moment.optional() }, { made_at: text, read_at: z.int(), at_at: day }],
  ['the bounds of an event are `starts_at` and `ends_at`', { starts_at: moment, started_at: moment }, { start_at: moment, end_at: moment }],
  ['a day is `date` or `…_date`', { date: day, min_date: z.iso.date() }, { day, born_on: z.iso.date().nullable() }],
  ['`date` and `…_date` are days', { date: day, start_date: z.union([day, moment]) }, { date: text, min_date: z.union([day, moment]) }],
  [
    'a time of day is `time`, `start`, `end` or `due_time`',
    { time: clockTime, start: clockTime, due_time: clockTime },
    { opens: clockTime, start_time: clockTime.nullable() },
  ],
  ['bounds come in pairs', { since: text, until: text, from: text, to: text }, { since: text, to: text, start_date: text, ends_at: text }],
  ['sum, average and so on are a `function`', { function: z.enum(['count', 'sum']) }, { aggregate: z.enum(['sum']), fn: z.enum(['sum']) }],
  ['`…_ids` is a list, `…_id` is not', { row_id: text.nullable(), row_ids: texts }, { row_id: texts, row_ids: text }],
  ['`tags` is a list, `tag` is not, and lists filter by `tags`', { tags: texts, added_tags: texts }, { tags: text, tag: text }],
];

test.each(examples)('a breach is found of the rule: %s', (rule, follows, breaches) => {
  // The objects are parts of a page, so that the walk has to find them below other schemas.
  const within = (shape: z.ZodRawShape) => propertiesIn(z.object({ ...shape, data: z.array(z.object(shape)) }), 'example', 'input', true);
  expect(breachesOf(rule, within(follows))).toEqual([]);
  expect(breachesOf(rule, within(breaches))).toEqual(Object.keys(breaches).map((name) => `example: ${name}`));
});

test('every rule has examples', () => {
  expect(examples.map(([rule]) => rule)).toEqual(Object.keys(rules));
});
