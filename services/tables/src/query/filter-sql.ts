import type { Filter, FilterLeaf, FilterOp } from '@space/contracts/tables';
import { MAX_FILTER_DEPTH, MAX_FILTER_SEARCHED, MAX_FILTER_VALUES, MAX_FILTERS } from '@space/contracts/tables';
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
import { createSharedCells } from './shared-cells-sql.ts';

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

/** Comparisons that read their cells themselves, so that an index can support them. The others of a larger filter share what they read. */
const SINGLE_COMPARISONS = 8;

/**
 * Returns all filters as one condition on the row `r`. Errors are recorded under `path`; the condition is meaningless
 * then. Empty cells differ from every value and are neither less nor greater.
 */
export function filterSql(context: QueryContext, filters: readonly Filter[], path = 'filters'): FragmentSqlToken {
  if (filters.length === 0) return nothing;
  const count = { leaves: 0, searched: 0 };
  const shared = countComparisons(filters) > SINGLE_COMPARISONS ? createSharedCells() : undefined;
  const sharing = { ...context, shared, index_uses: [] };
  const single: FragmentSqlToken[] = [];
  const together: FragmentSqlToken[] = [];
  for (const { filter, at, depth } of conjuncts(filters, path, 1)) {
    const isSingle = !shared || ('column_key' in filter && single.length < SINGLE_COMPARISONS);
    (isSingle ? single : together).push(nodeSql(isSingle ? context : sharing, filter, at, depth, count));
  }
  if (count.leaves > MAX_FILTERS)
    context.errors.unshift({ path, code: 'too_big', message: `has ${count.leaves} conditions; the maximum is ${MAX_FILTERS}` });
  if (count.searched > MAX_FILTER_SEARCHED)
    context.errors.unshift({
      path,
      code: 'too_big',
      message: `searches for ${count.searched} characters in parts of texts; the maximum of all conditions together is ${MAX_FILTER_SEARCHED}`,
    });
  return joined(shared && together.length > 0 ? [...single, shared.conditionSql(joined(together, 'and'))] : single, 'and');
}

const countComparisons = (filters: readonly Filter[]): number =>
  filters.reduce((sum, one) => sum + ('and' in one ? countComparisons(one.and) : 'or' in one ? countComparisons(one.or) : 1), 0);

/** A filter that must hold, with its path in the request. */
interface Conjunct {
  readonly filter: Filter;
  readonly at: string;
  readonly depth: number;
}

/** Returns the filters that must all hold, with those inside of `and`. */
const conjuncts = (filters: readonly Filter[], path: string, depth: number): Conjunct[] =>
  filters.flatMap((filter, index) => {
    const at = `${path}.${index}`;
    return 'and' in filter && depth < MAX_FILTER_DEPTH ? conjuncts(filter.and, `${at}.and`, depth + 1) : [{ filter, at, depth }];
  });

/** The conditions of a filter, and the characters that they search for in parts of texts. */
interface FilterCount {
  leaves: number;
  searched: number;
}

const searching: ReadonlySet<FilterOp> = new Set(['contains', 'not_contains', 'starts_with', 'ends_with']);

function nodeSql(context: QueryContext, filter: Filter, path: string, depth: number, count: FilterCount): FragmentSqlToken {
  const word = 'and' in filter ? 'and' : 'or' in filter ? 'or' : undefined;
  if (!word) {
    const { op, value } = filter as FilterLeaf;
    count.leaves += 1;
    if (searching.has(op) && typeof value === 'string') count.searched += value.length;
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
  const items: readonly unknown[] = isList && Array.isArray(value) ? value : [value];
  if (items.length === 0) return addError('too_small', 'must not be an empty list');
  if (items.length > MAX_FILTER_VALUES) return addError('too_big', `must list at most ${MAX_FILTER_VALUES} values, not ${items.length}`);
  const values = items.map((item, index) => read(item, isList && Array.isArray(value) ? `${path}.${index}` : path));
  return values.includes(undefined) ? undefined : values;
}
