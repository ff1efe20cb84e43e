import type { FilterOp } from '@space/contracts/tables';
import { CUSTOM_FIELD_PREFIX } from '@space/contracts/work';
import { comparedSql, type FieldFilter, InvalidValueError, parseText, sql, textMatchSql, textOps } from '@space/database';
import type { FragmentSqlToken } from 'slonik';

/** Returns the value of a custom field of the task `t` as jsonb; null if it has none. */
export const customFieldSql = (key: string): FragmentSqlToken =>
  sql.fragment`(t.custom_fields->${key.slice(CUSTOM_FIELD_PREFIX.length)}::text)`;

/** A value that filters compare with a custom field. */
type Scalar = string | number | boolean;

const ordering: ReadonlySet<FilterOp> = new Set(['gt', 'gte', 'lt', 'lte', 'between']);
const searching: ReadonlySet<FilterOp> = new Set(['starts_with', 'ends_with']);

/**
 * Filters of custom fields, whose values can be of any kind. Equality compares values of the same kind. Greater and less compare a number
 * with numbers and a text with texts, ignoring case. `contains` finds a part of a text, or an entry of a list.
 */
export const customFieldFilter: FieldFilter<Scalar, { readonly key: string }> = {
  ops: textOps,
  parse(value, _field, op) {
    if (typeof value === 'string' || searching.has(op)) return parseText(value);
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    if (typeof value === 'boolean' && !ordering.has(op)) return value;
    throw new InvalidValueError(ordering.has(op) ? 'must be text or a number' : 'must be text, a number, true or false', 'invalid_type');
  },
  toSql({ key }, op, values) {
    const field = customFieldSql(key);
    const [first, second] = values;
    switch (op) {
      case 'eq':
      case 'neq':
        return comparedSql(field, op, jsonSql(first!));
      case 'in':
        return sql.fragment`${field} = any(${jsonListSql(values)})`;
      case 'not_in':
        return sql.fragment`(${field} is null or ${field} <> all(${jsonListSql(values)}))`;
      case 'contains':
        return containsSql(field, first!);
      case 'not_contains':
        return sql.fragment`${containsSql(field, first!)} is not true`;
      case 'starts_with':
      case 'ends_with':
        return textMatchSql(loweredSql(field), op, String(first));
      case 'between':
        return sql.fragment`(${orderedSql(field, 'gte', first!)} and ${orderedSql(field, 'lte', second!)})`;
      case 'is_empty':
        return sql.fragment`coalesce(${field}, 'null') = any(${emptyValues})`;
      case 'is_not_empty':
        return sql.fragment`coalesce(${field}, 'null') <> all(${emptyValues})`;
      default:
        return orderedSql(field, op, first!);
    }
  },
};

const emptyValues = sql.fragment`${sql.array(['null', '""', '[]', '{}'], 'jsonb')}`;

const jsonSql = (value: Scalar) => sql.fragment`${JSON.stringify(value)}::jsonb`;

const jsonListSql = (values: readonly Scalar[]) =>
  sql.fragment`${sql.array(
    values.map((value) => JSON.stringify(value)),
    'jsonb',
  )}`;

/** Returns the text of a field in lower case; null unless it is a text, a number or a boolean. */
const loweredSql = (field: FragmentSqlToken) =>
  sql.fragment`(case when jsonb_typeof(${field}) in ('string', 'number', 'boolean') then lower(${field} #>> '{}') end)`;

const containsSql = (field: FragmentSqlToken, value: Scalar) =>
  sql.fragment`(case when jsonb_typeof(${field}) = 'array' then ${field} @> ${jsonSql(value)}
    else ${textMatchSql(loweredSql(field), 'contains', String(value))} end)`;

function orderedSql(field: FragmentSqlToken, op: FilterOp, value: Scalar): FragmentSqlToken {
  if (typeof value === 'number')
    return comparedSql(
      sql.fragment`(case when jsonb_typeof(${field}) = 'number' then (${field})::float8 end)`,
      op,
      sql.fragment`${value}::float8`,
    );
  const text = sql.fragment`(case when jsonb_typeof(${field}) = 'string' then lower(${field} #>> '{}') collate "C" end)`;
  return comparedSql(text, op, sql.fragment`lower(${String(value)}::text)`);
}
