import { type Filter, MAX_FILTER_DEPTH } from '@space/contracts/tables';
import { checkFilterCount, type FilterGrammar, filterNodeSql, joinedSql, sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import type { CellKind } from './field.ts';
import { dateFilter, readSpan } from './filter-date-sql.ts';
import { actorFilter, idFilter } from './filter-identity-sql.ts';
import { type CellFilter, type FilterField, kindNames } from './filter-kind.ts';
import { choicesFilter, filesFilter, linksFilter, listFilter, objectFilter } from './filter-list-sql.ts';
import { booleanFilter, numberFilter } from './filter-number-sql.ts';
import { selectFilter } from './filter-select-sql.ts';
import { textFilter } from './filter-text-sql.ts';
import type { QueryContext } from './query-context.ts';
import { noteIndexUse, resolveField } from './resolve-field.ts';
import { createSharedCells } from './shared-cells-sql.ts';

const kinds: Readonly<Record<CellKind, CellFilter<unknown>>> = {
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
    (isSingle ? single : together).push(filterNodeSql(grammarOf(isSingle ? context : sharing), filter, at, depth, count));
  }
  checkFilterCount(context, count, path);
  return joinedSql(shared && together.length > 0 ? [...single, shared.conditionSql(joinedSql(together, 'and'))] : single, 'and');
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

const listKinds: ReadonlySet<CellKind> = new Set(['choices', 'links', 'list']);

/** Returns the fields of a table for its filters. */
const grammarOf = (context: QueryContext): FilterGrammar<FilterField> => ({
  errors: context.errors,
  resolve(key, path) {
    const field = resolveField(context, key, path);
    return field && { ...field, context, noteIndexUse: (index) => noteIndexUse(context, field, index) };
  },
  filterOf: ({ kind }) => kinds[kind],
  kindName: ({ kind }) => kindNames[kind],
  isList: ({ kind }) => listKinds.has(kind),
  readSpan,
});
