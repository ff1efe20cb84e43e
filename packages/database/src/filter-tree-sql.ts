import type { FieldError } from '@space/contracts/core';
import {
  type Filter,
  type FilterLeaf,
  type FilterOp,
  MAX_FILTER_DEPTH,
  MAX_FILTER_SEARCHED,
  MAX_FILTER_VALUES,
  MAX_FILTERS,
} from '@space/contracts/tables';
import type { FragmentSqlToken } from 'slonik';
import { sql } from './database.ts';
import { type FieldFilter, InvalidValueError } from './filter-kind.ts';

/** The fields that filters of a list can name. Their faults are recorded in `errors`, and the caller answers all of them together. */
export interface FilterGrammar<Field> {
  readonly errors: FieldError[];
  /** Returns the field of a key. Records an error for a key that filters cannot name. */
  resolve(key: string, path: string): Field | undefined;
  filterOf(field: Field): FieldFilter<unknown, Field>;
  /** Returns the name of the kind of a field for error messages: `a number`. */
  kindName(field: Field): string;
  /** True if the field holds a list, which eq and neq compare with a list. */
  isList(field: Field): boolean;
  /** Parses the value of `within`. Throws an `InvalidValueError`. */
  readSpan(value: unknown, field: Field): unknown;
}

/** The conditions of a filter, and the characters that they search for in parts of texts. */
export interface FilterCount {
  leaves: number;
  searched: number;
}

const nothing = sql.fragment`true`;

/** Returns all filters as one condition, all of which must hold. It is meaningless if an error is recorded. */
export function filtersSql<Field>(grammar: FilterGrammar<Field>, filters: readonly Filter[], path = 'filters'): FragmentSqlToken {
  const count = { leaves: 0, searched: 0 };
  const parts = filters.map((filter, index) => filterNodeSql(grammar, filter, `${path}.${index}`, 1, count));
  checkFilterCount(grammar, count, path);
  return parts.length === 0 ? nothing : joinedSql(parts, 'and');
}

/** Records errors for filters that are too large together. */
export function checkFilterCount({ errors }: Pick<FilterGrammar<never>, 'errors'>, { leaves, searched }: FilterCount, path: string): void {
  if (leaves > MAX_FILTERS) errors.unshift({ path, code: 'too_big', message: `has ${leaves} conditions; the maximum is ${MAX_FILTERS}` });
  if (searched > MAX_FILTER_SEARCHED)
    errors.unshift({
      path,
      code: 'too_big',
      message: `searches for ${searched} characters in parts of texts; the maximum of all conditions together is ${MAX_FILTER_SEARCHED}`,
    });
}

const searching: ReadonlySet<FilterOp> = new Set(['contains', 'not_contains', 'starts_with', 'ends_with']);

/** Returns one filter as a condition, and counts its comparisons. */
export function filterNodeSql<Field>(
  grammar: FilterGrammar<Field>,
  filter: Filter,
  path: string,
  depth: number,
  count: FilterCount,
): FragmentSqlToken {
  const word = 'and' in filter ? 'and' : 'or' in filter ? 'or' : undefined;
  if (!word) {
    const { op, value } = filter as FilterLeaf;
    count.leaves += 1;
    if (searching.has(op) && typeof value === 'string') count.searched += value.length;
    // Beyond the limit the request fails anyway, so further conditions are not built.
    return count.leaves > MAX_FILTERS ? nothing : leafSql(grammar, filter as FilterLeaf, path);
  }
  if (depth >= MAX_FILTER_DEPTH) {
    grammar.errors.push({ path, code: 'too_deep', message: `is nested deeper than ${MAX_FILTER_DEPTH} levels` });
    return nothing;
  }
  const parts = (filter as Record<'and' | 'or', Filter[]>)[word];
  return joinedSql(
    parts.map((part, index) => filterNodeSql(grammar, part, `${path}.${word}.${index}`, depth + 1, count)),
    word,
  );
}

/** Joins at least one condition by `and` or `or`. */
export const joinedSql = (parts: readonly FragmentSqlToken[], word: 'and' | 'or') =>
  parts.length === 1 ? parts[0]! : sql.fragment`(${sql.join(parts, word === 'and' ? sql.fragment` and ` : sql.fragment` or `)})`;

function leafSql<Field>(grammar: FilterGrammar<Field>, leaf: FilterLeaf, path: string): FragmentSqlToken {
  const field = grammar.resolve(leaf.column_key, `${path}.column_key`);
  if (!field) return nothing;
  const filter = grammar.filterOf(field);
  const { op, value } = withoutNull(leaf);
  if (!filter.ops.includes(op)) {
    grammar.errors.push({
      path: `${path}.op`,
      code: 'invalid_op',
      message: `cannot be ${op} for ${leaf.column_key}, which is ${grammar.kindName(field)}; it can be ${filter.ops.join(', ')}`,
    });
    return nothing;
  }
  const values = valuesOf(grammar, field, op, value, `${path}.value`);
  return values ? filter.toSql(field, op, values) : nothing;
}

/** Converts a comparison with null to `is_empty` or `is_not_empty`. */
function withoutNull({ op, value }: FilterLeaf): Pick<FilterLeaf, 'op' | 'value'> {
  if (value === null && op === 'eq') return { op: 'is_empty' };
  return value === null && op === 'neq' ? { op: 'is_not_empty' } : { op, value };
}

const lists: ReadonlySet<FilterOp> = new Set(['in', 'not_in', 'has_any', 'has_all', 'has_none']);

/** Returns the parsed values of a condition, or undefined if they are invalid. */
function valuesOf<Field>(grammar: FilterGrammar<Field>, field: Field, op: FilterOp, value: unknown, path: string): unknown[] | undefined {
  const addError = (code: string, message: string, at = path): undefined => {
    grammar.errors.push({ path: at, code, message });
  };
  const read = (item: unknown, at: string): unknown => {
    try {
      return op === 'within' ? grammar.readSpan(item, field) : grammar.filterOf(field).parse(item, field, op);
    } catch (error) {
      if (error instanceof InvalidValueError) return addError(error.code, error.message, at);
      throw error;
    }
  };
  if (op === 'is_empty' || op === 'is_not_empty')
    return value === undefined || value === null ? [] : addError('unknown_field', `must be left out for ${op}`);
  if (value === undefined || value === null) return addError('invalid_type', `is required for ${op}`);
  if (op === 'between' && (!Array.isArray(value) || value.length !== 2))
    return addError('invalid_type', 'must be a list of two: the least and the most');
  // Lists are compared with lists; a single value stands for a list of one.
  const isList = op === 'between' || lists.has(op) || (grammar.isList(field) && (op === 'eq' || op === 'neq'));
  const items: readonly unknown[] = isList && Array.isArray(value) ? value : [value];
  if (items.length === 0) return addError('too_small', 'must not be an empty list');
  if (items.length > MAX_FILTER_VALUES) return addError('too_big', `must list at most ${MAX_FILTER_VALUES} values, not ${items.length}`);
  const values = items.map((item, index) => read(item, isList && Array.isArray(value) ? `${path}.${index}` : path));
  return values.includes(undefined) ? undefined : values;
}
