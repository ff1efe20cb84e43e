import type { Condition, ConditionLeaf } from '@space/contracts/contacts';
import { isoTime, sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { type ContactValues, createContactValues } from './contact-values-sql.ts';
import { isTimeField, readTime } from './validate-condition.ts';

/** A condition on the row `c` of contacts, and the `from` that has this row and the values which the condition reads. */
export interface ContactFilter {
  readonly from: FragmentSqlToken;
  readonly where: FragmentSqlToken;
}

/** The table of contacts. A select of some of them can take its place. */
export const allContacts = sql.fragment`contacts.contact`;

/** Conditions over the row `c` of `from`, in the order in which they were given. */
export interface ConditionsSql {
  readonly from: FragmentSqlToken;
  readonly conditions: readonly FragmentSqlToken[];
}

/** Builds conditions as booleans over the contacts of a Space. None is ever null, so `not` is the exact complement. */
export function conditionsSql(space: string, conditions: readonly Condition[], source = allContacts): ConditionsSql {
  const values = createContactValues();
  const built = conditions.map((condition) => conditionSql(condition, space, values));
  return { from: sql.fragment`${source} as c ${values.joins()}`, conditions: built };
}

function conditionSql(condition: Condition, space: string, values: ContactValues): FragmentSqlToken {
  const all = (some: readonly Condition[]) => some.map((each) => conditionSql(each, space, values));
  if ('and' in condition) return sql.fragment`(${sql.join(all(condition.and), sql.fragment` and `)})`;
  if ('or' in condition) return sql.fragment`(${sql.join(all(condition.or), sql.fragment` or `)})`;
  if ('not' in condition) return sql.fragment`(not ${conditionSql(condition.not, space, values)})`;
  // The tag is looked up once per statement, because the inner select reads no contact.
  if ('tag' in condition)
    return sql.fragment`exists (
      select from contacts.contact_tag as link where link.space_id = c.space_id and link.contact_id = c.id
        and link.tag_id = (select id from contacts.tag where space_id = ${space} and lower(name) = lower(${condition.tag})))`;
  return sql.fragment`coalesce(${'field' in condition ? fieldSql(condition, values) : customFieldSql(condition, values)}, false)`;
}

type FieldLeaf = Extract<ConditionLeaf, { field: string }>;
type Op = FieldLeaf['op'];
type CustomFieldLeaf = Extract<ConditionLeaf, { custom_field: string }>;

function fieldSql({ field, op, value }: FieldLeaf, values: ContactValues): FragmentSqlToken {
  const column = sql.fragment`${sql.identifier(['c', field])}`;
  if (isTimeField(field) && op !== 'contains')
    return compared(column, op, sql.fragment`${value === undefined ? null : isoTime(readTime(value)!)}::timestamptz`);
  if (op === 'contains') return containsSql(values.lowered(field), String(value));
  // An email is compared without regard to case, because its unique index is.
  if (field === 'email') return comparedAsText(values.lowered(field), op, String(value).toLowerCase());
  return comparedAsText(column, op, String(value));
}

/** Compares a value of custom_fields: equality as JSON, other comparisons by number if the given value is a number, else as text. */
function customFieldSql({ custom_field: key, op, value }: CustomFieldLeaf, values: ContactValues): FragmentSqlToken {
  if (op === 'contains') return containsSql(values.custom(key, 'lowered'), String(value));
  if (op === 'eq' || op === 'neq') return compared(values.custom(key, 'json'), op, sql.fragment`${JSON.stringify(value)}::jsonb`);
  if (typeof value === 'number') return compared(values.custom(key, 'number'), op, sql.fragment`${String(value)}::numeric`);
  return comparedAsText(values.custom(key, 'text'), op, String(value));
}

/** Returns true for a text in lower case that has `value` as a part, in any case. */
const containsSql = (lowered: FragmentSqlToken, value: string) => sql.fragment`strpos(${lowered}, lower(${value}::text)) > 0`;

/** Compares texts. Order is by code point, which is the same in every Postgres. */
const comparedAsText = (text: FragmentSqlToken, op: Exclude<Op, 'contains'>, value: string) =>
  compared(op === 'gt' || op === 'lt' ? sql.fragment`${text} collate "C"` : text, op, sql.fragment`${value}`);

/** Builds one comparison. A missing value differs from every value, and is neither greater nor less. */
function compared(left: FragmentSqlToken, op: Exclude<Op, 'contains'>, right: FragmentSqlToken): FragmentSqlToken {
  switch (op) {
    case 'eq':
      return sql.fragment`${left} = ${right}`;
    case 'neq':
      return sql.fragment`${left} is distinct from ${right}`;
    case 'gt':
      return sql.fragment`${left} > ${right}`;
    case 'lt':
      return sql.fragment`${left} < ${right}`;
    case 'is_empty':
      return sql.fragment`coalesce(${left}::text, '') = ''`;
    case 'is_not_empty':
      return sql.fragment`coalesce(${left}::text, '') <> ''`;
  }
}
