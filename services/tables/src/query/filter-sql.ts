import type { Filter, FilterLeaf, FilterOp } from '@space/contracts/tables';
import { MAX_FILTER_DEPTH, MAX_FILTER_VALUES, MAX_FILTERS } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import type { CellKind } from './field.ts';
import { dateFilter, readSpan } from './filter-date-sql.ts';
import { actorFilter, idFilter } from './filter-identity-sql.ts';
import { type FieldFilter, type FilterField, InvalidValueError, kindNames } from './filter-kind.ts';
import { choicesFilter, filesFilter, linksFilter, listFilter, objectFilter } from './filter-list-sql.ts';
import { booleanFilter, numberFilter } from './filter-number-sql.ts';
import { selectFilter } from './filter-select-sql.ts';
import { textFilter } from './filter-text-sql.ts';
import type { QueryContext } from './query-context.ts';
import { noteIndexUse, resolveField } from './resolve-field.ts';

const kinds: Readonly<Record<CellKind, FieldFilter<unknown>>> = {
  text: textFilter,
  email: textFilter,
  number: numberFilter,
  boolean: booleanFilter,
  date: dateFilter,
  datetime: dateFilter,
  moment: dateFilter,
  select: selectFilter,
  choices: choicesFilter,
  links: linksFilter,
  list: listFilter,
  actor: actorFilter,
  id: idFilter,
  files: filesFilter,
  object: objectFilter,
};

const nothing = sql.fragment`true`;

/**
 * Returns all filters as one condition on the row `r`. Errors are recorded under `path`; the condition is meaningless
 * then. Empty cells differ from every value and are neither less nor greater.
 */
export function filterSql(context: QueryContext, filters: readonly Filter[], path = 'filters'): FragmentSqlToken {
  if (filters.length === 0) return nothing;
  const count = { leaves: 0 };
  const all = filters.map((filter, index) => nodeSql(context, filter, `${path}.${index}`, 1, count));
  if (count.leaves > MAX_FILTERS)
    context.errors.unshift({ path, code: 'too_big', message: `has ${count.leaves} conditions; the maximum is ${MAX_FILTERS}` });
  return joined(all, 'and');
}

function nodeSql(context: QueryContext, filter: Filter, path: string, depth: number, count: { leaves: number }): FragmentSqlToken {
  const word = 'and' in filter ? 'and' : 'or' in filter ? 'or' : undefined;
  if (!word) {
    count.leaves += 1;
    // Beyond the limit the request fails anyway, so further conditions are not built.
    return count.leaves > MAX_FILTERS ? nothing : leafSql(context, filter as FilterLeaf, path);
  }
  if (depth >= MAX_FILTER_DEPTH) {
    context.errors.push({ path, code: 'too_deep', message: `is nested deeper than ${MAX_FILTER_DEPTH} levels` });
    return nothing;
  }
  const parts = (filter as Record<'and' | 'or', Filter[]>)[word];
  return joined(
    parts.map((part, index) => nodeSql(context, part, `${path}.${word}.${index}`, depth + 1, count)),
    word,
  );
}

const joined = (parts: readonly FragmentSqlToken[], word: 'and' | 'or') =>
  parts.length === 1 ? parts[0]! : sql.fragment`(${sql.join(parts, word === 'and' ? sql.fragment` and ` : sql.fragment` or `)})`;

function leafSql(context: QueryContext, leaf: FilterLeaf, path: string): FragmentSqlToken {
  const field = resolveField(context, leaf.column_key, `${path}.column_key`);
  if (!field) return nothing;
  const kind = kinds[field.kind];
  const { op, value } = withoutNull(leaf);
  if (!kind.ops.includes(op)) {
    context.errors.push({
      path: `${path}.op`,
      code: 'invalid_op',
      message: `cannot be ${op} for ${leaf.column_key}, which is ${kindNames[field.kind]}; it can be ${kind.ops.join(', ')}`,
    });
    return nothing;
  }
  const cell: FilterField = { ...field, context: context, noteIndexUse: (index) => noteIndexUse(context, field, index) };
  const values = valuesOf(context, cell, op, value, `${path}.value`);
  return values ? kind.toSql(cell, op, values) : nothing;
}

/** Converts a comparison with null to `is_empty` or `is_not_empty`. */
function withoutNull({ op, value }: FilterLeaf): Pick<FilterLeaf, 'op' | 'value'> {
  if (value === null && op === 'eq') return { op: 'is_empty' };
  return value === null && op === 'neq' ? { op: 'is_not_empty' } : { op, value };
}

const lists: ReadonlySet<FilterOp> = new Set(['in', 'not_in', 'has_any', 'has_all', 'has_none']);
const listKinds: ReadonlySet<CellKind> = new Set(['choices', 'links', 'list']);

/** Returns the parsed values of a condition, or undefined if they are invalid. */
function valuesOf(context: QueryContext, cell: FilterField, op: FilterOp, value: unknown, path: string): unknown[] | undefined {
  const addError = (code: string, message: string, at = path): undefined => {
    context.errors.push({ path: at, code, message });
  };
  const read = (item: unknown, at: string): unknown => {
    try {
      return op === 'within' ? readSpan(item, cell) : kinds[cell.kind].parse(item, cell, op);
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
  const isList = op === 'between' || lists.has(op) || (listKinds.has(cell.kind) && (op === 'eq' || op === 'neq'));
  if (isList && !Array.isArray(value) && !listKinds.has(cell.kind)) return addError('invalid_type', `must be a list for ${op}`);
  const items: readonly unknown[] = isList && Array.isArray(value) ? value : [value];
  if (items.length === 0) return addError('too_small', 'must not be an empty list');
  if (items.length > MAX_FILTER_VALUES) return addError('too_big', `must list at most ${MAX_FILTER_VALUES} values, not ${items.length}`);
  const values = items.map((item, index) => read(item, isList && Array.isArray(value) ? `${path}.${index}` : path));
  return values.includes(undefined) ? undefined : values;
}
