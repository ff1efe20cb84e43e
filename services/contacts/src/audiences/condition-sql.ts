import type { Condition, ConditionLeaf } from '@space/contracts/contacts';
import { containing, isoTime, sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { isTimeField } from './validate-condition.ts';

/** Builds a condition as a boolean over the row `c` of contacts.contact. It is never null, so `not` is the exact complement. */
export function conditionSql(condition: Condition): FragmentSqlToken {
  if ('and' in condition) return sql.fragment`(${sql.join(condition.and.map(conditionSql), sql.fragment` and `)})`;
  if ('or' in condition) return sql.fragment`(${sql.join(condition.or.map(conditionSql), sql.fragment` or `)})`;
  if ('not' in condition) return sql.fragment`(not ${conditionSql(condition.not)})`;
  if ('tag' in condition)
    return sql.fragment`exists (
      select from contacts.contact_tag as link join contacts.tag on tag.id = link.tag_id
      where link.space_id = c.space_id and link.contact_id = c.id and lower(tag.name) = lower(${condition.tag}))`;
  return sql.fragment`coalesce(${'field' in condition ? fieldSql(condition) : customFieldSql(condition)}, false)`;
}

type FieldLeaf = Extract<ConditionLeaf, { field: string }>;
type Op = FieldLeaf['op'];
type CustomFieldLeaf = Extract<ConditionLeaf, { custom_field: string }>;

function fieldSql({ field, op, value }: FieldLeaf): FragmentSqlToken {
  const column = sql.fragment`${sql.identifier(['c', field])}`;
  if (isTimeField(field) && op !== 'contains')
    return compared(column, op, sql.fragment`${value === undefined ? null : isoTime(Date.parse(String(value)))}::timestamptz`);
  // An email is compared without regard to case, because its unique index is.
  if (field === 'email') return comparedAsText(sql.fragment`lower(${column})`, op, String(value).toLowerCase());
  return comparedAsText(column, op, String(value));
}

/** Compares a value of custom_fields: equality as JSON, other comparisons by number if the given value is a number, else as text. */
function customFieldSql({ custom_field: key, op, value }: CustomFieldLeaf): FragmentSqlToken {
  const text = sql.fragment`(c.custom_fields ->> ${key}::text)`;
  if (op === 'eq' || op === 'neq')
    return compared(sql.fragment`(c.custom_fields -> ${key}::text)`, op, sql.fragment`${JSON.stringify(value)}::jsonb`);
  if (typeof value !== 'number' || op === 'contains') return comparedAsText(text, op, String(value));
  return sql.fragment`case when ${text} ~ '^-?[0-9]{1,100}([.][0-9]{1,100})?$' then ${compared(sql.fragment`${text}::numeric`, op, sql.fragment`${String(value)}::numeric`)} end`;
}

/** Compares texts: `contains` ignores case, and order is by code point, which is the same in every Postgres. */
function comparedAsText(text: FragmentSqlToken, op: Op, value: string): FragmentSqlToken {
  if (op === 'contains') return sql.fragment`lower(${text}) like lower(${containing(value)})`;
  return compared(op === 'gt' || op === 'lt' ? sql.fragment`${text} collate "C"` : text, op, sql.fragment`${value}`);
}

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
