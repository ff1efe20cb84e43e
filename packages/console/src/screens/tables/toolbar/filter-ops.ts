import type { Column, Filter, FilterLeaf as Leaf } from '../table/table.ts';

type Op = Leaf['op'];

/** The form in which the value of a condition is entered. */
export type ValueKind = 'none' | 'text' | 'number' | 'date' | 'choice' | 'choices' | 'span' | 'yes_no';

/** A comparison: its name for people, and the form of its value. */
export interface Comparison {
  readonly op: Op;
  readonly label: string;
  readonly value: ValueKind;
}

const comparison = (op: Op, label: string, value: ValueKind): Comparison => ({ op, label, value });

const empty = [comparison('is_empty', 'is empty', 'none'), comparison('is_not_empty', 'is not empty', 'none')];

const texts = [
  comparison('contains', 'contains', 'text'),
  comparison('not_contains', 'does not contain', 'text'),
  comparison('eq', 'is', 'text'),
  comparison('neq', 'is not', 'text'),
  comparison('starts_with', 'starts with', 'text'),
  comparison('ends_with', 'ends with', 'text'),
  ...empty,
];

const numbers = [
  comparison('eq', '=', 'number'),
  comparison('neq', '≠', 'number'),
  comparison('gt', '>', 'number'),
  comparison('gte', '≥', 'number'),
  comparison('lt', '<', 'number'),
  comparison('lte', '≤', 'number'),
  ...empty,
];

const dates = [
  comparison('within', 'is within', 'span'),
  comparison('eq', 'is on', 'date'),
  comparison('lt', 'is before', 'date'),
  comparison('gt', 'is after', 'date'),
  ...empty,
];

const ticks = [comparison('eq', 'is', 'yes_no')];

const choice = [
  comparison('eq', 'is', 'choice'),
  comparison('neq', 'is not', 'choice'),
  comparison('in', 'is one of', 'choices'),
  comparison('not_in', 'is not one of', 'choices'),
  ...empty,
];

const choices = [
  comparison('has_any', 'has any of', 'choices'),
  comparison('has_all', 'has all of', 'choices'),
  comparison('has_none', 'has none of', 'choices'),
  ...empty,
];

const lists = [comparison('contains', 'contains', 'text'), comparison('not_contains', 'does not contain', 'text'), ...empty];

/** Named spans of time that a date can be within. */
export const spans = [
  'today',
  'yesterday',
  'tomorrow',
  'this_week',
  'last_week',
  'next_week',
  'this_month',
  'last_month',
  'next_month',
  'this_year',
  'last_year',
  'next_year',
] as const;

/** Returns the comparisons of a column's cells, the usual one first. */
export function comparisonsOf({ type, value_type }: Pick<Column, 'type' | 'value_type'>): readonly Comparison[] {
  if (type === 'checkbox') return ticks;
  if (type === 'select') return choice;
  if (type === 'multi_select') return choices;
  if (['reference', 'contact', 'attachment', 'lookup'].includes(type)) return lists;
  if (type === 'created_by') return texts;
  if (['created_at', 'updated_at'].includes(type)) return dates;
  switch (value_type) {
    case 'number':
      return numbers;
    case 'boolean':
      return ticks;
    case 'date':
    case 'datetime':
      return dates;
    case 'list':
      return lists;
    case 'object':
      return empty;
    default:
      return texts;
  }
}

/** Returns a new condition on a column, with its usual comparison. */
export function leafOf(column: Column): Leaf {
  const [first] = comparisonsOf(column);
  return withValue({ column_key: column.key, op: first!.op }, first!.value, column);
}

/** Returns a condition with the first value of another form. */
export function withValue({ column_key, op }: Leaf, kind: ValueKind, column: Column): Leaf {
  switch (kind) {
    case 'none':
      return { column_key, op };
    case 'yes_no':
      return { column_key, op, value: true };
    case 'span':
      return { column_key, op, value: 'today' };
    case 'choice':
      return { column_key, op, value: column.options[0]?.id ?? '' };
    case 'choices':
      return { column_key, op, value: [] };
    default:
      return { column_key, op, value: '' };
  }
}

/** Conditions of which all or any must hold, and those that this form cannot show. */
export interface SimpleFilter {
  readonly joins: 'all' | 'any';
  readonly leaves: readonly Leaf[];
  readonly others: readonly Filter[];
}

const isLeaf = (filter: Filter): filter is Leaf => 'column_key' in filter;

/** Reads filters as one list of conditions. */
export function readFilters(filters: readonly Filter[] = []): SimpleFilter {
  const [only] = filters;
  if (filters.length === 1 && only && 'or' in only && only.or.every(isLeaf))
    return { joins: 'any', leaves: only.or.filter(isLeaf), others: [] };
  return { joins: 'all', leaves: filters.filter(isLeaf), others: filters.filter((filter) => !isLeaf(filter)) };
}

/** Writes conditions as filters; those without a value that they need are left out. */
export function writeFilters({ joins, leaves, others }: SimpleFilter): Filter[] {
  const whole = leaves.filter(
    ({ op, value }) => ['is_empty', 'is_not_empty'].includes(op) || (value !== '' && !(Array.isArray(value) && value.length === 0)),
  );
  return joins === 'any' && whole.length > 1 ? [{ or: whole }, ...others] : [...whole, ...others];
}
