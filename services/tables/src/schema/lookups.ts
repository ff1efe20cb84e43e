import type { Filter, FilterLeaf } from '@space/contracts/tables';
import type { Cell, Column, Schema } from './schema.ts';

/** Column types that are computed from other rows. */
const acrossRows: ReadonlySet<string> = new Set(['lookup', 'rollup', 'count']);

/** Returns true for column types whose cells are stored in `computed`. */
export const isComputed = ({ type }: Pick<Column, 'type'>): boolean => type === 'formula' || acrossRows.has(type);

/** Returns true for column types that are computed from other rows, of another table or of the same one. */
export const readsOtherRows = ({ type }: Pick<Column, 'type'>): boolean => acrossRows.has(type);

/** The stored config of a lookup, rollup or count, with column ids. */
interface LookupConfig {
  readonly reference_column?: string;
  readonly table_id?: string;
  readonly match?: readonly { readonly target_column: string; readonly equals_column: string }[];
  readonly target_column?: string;
  readonly function?: string;
  readonly separator?: string;
  readonly filter?: readonly Filter[];
}

/** Columns of two tables whose rows belong together if their cells are equal. */
export interface MatchPair {
  readonly theirs: Column;
  readonly own: Column;
}

/** The way from a row to the rows that its cell is computed from. */
type LookupPath =
  /** The row's own cell holds the ids of the other rows. */
  | { readonly kind: 'forward'; readonly reference: Column }
  /** Cells of the other rows hold the id of this row. */
  | { readonly kind: 'inverse'; readonly symmetric: Column }
  /** Cells of the other rows equal cells of this row. */
  | { readonly kind: 'match'; readonly pairs: readonly MatchPair[] };

/** A lookup, rollup or count whose columns and table are resolved. */
export interface Lookup {
  readonly column: Column;
  readonly other: Schema;
  readonly path: LookupPath;
  readonly target: Column | null;
  readonly filter: readonly Filter[];
  readonly config: LookupConfig;
  /** Columns of the other table that the value depends on. */
  readonly watched: readonly Column[];
}

/** Returns the id of the table that a lookup, rollup or count reads. */
export function lookedUpTableOf(schema: Pick<Schema, 'byId'>, column: Pick<Column, 'config'>): string | undefined {
  const { table_id, reference_column } = column.config as LookupConfig;
  return table_id ?? (reference_column === undefined ? undefined : schema.byId.get(reference_column)?.reference?.table_id);
}

/** Resolves the table and columns of a lookup, rollup or count; undefined if one of them was deleted. */
export function resolveLookup(schema: Schema, column: Column, tables: ReadonlyMap<string, Schema>): Lookup | undefined {
  const config = column.config as LookupConfig;
  const other = tables.get(lookedUpTableOf(schema, column) ?? '');
  if (!other) return undefined;
  const path = resolvePath(schema, other, config);
  const target = config.target_column === undefined ? null : other.byId.get(config.target_column);
  const filter = config.filter ?? [];
  const filterColumns = filterColumnKeys(filter).map((name) => (name.startsWith('col_') ? other.byId.get(name) : null));
  if (!path || target === undefined || filterColumns.includes(undefined)) return undefined;
  const found = path.kind === 'inverse' ? [path.symmetric] : path.kind === 'match' ? path.pairs.map(({ theirs }) => theirs) : [];
  const watched = [...new Set([...found, ...(target ? [target] : []), ...filterColumns.filter((one): one is Column => Boolean(one))])];
  return { column, other, path, target, filter, config, watched };
}

function resolvePath(schema: Schema, other: Schema, { reference_column, match }: LookupConfig): LookupPath | undefined {
  if (match) {
    const pairs = match.flatMap(({ target_column, equals_column }) => {
      const theirs = other.byId.get(target_column);
      const own = schema.byId.get(equals_column);
      return theirs && own ? [{ theirs, own }] : [];
    });
    return pairs.length === match.length ? { kind: 'match', pairs } : undefined;
  }
  const reference = schema.byId.get(reference_column ?? '');
  if (!reference?.reference) return undefined;
  if (!reference.reference.is_inverse) return { kind: 'forward', reference };
  const symmetric = other.byId.get(reference.reference.symmetric_column_id ?? '');
  return symmetric && { kind: 'inverse', symmetric };
}

/** Returns the column keys in a filter, at any depth. */
export const filterColumnKeys = (filter: readonly Filter[]): string[] =>
  filter.flatMap((one) => ('and' in one ? filterColumnKeys(one.and) : 'or' in one ? filterColumnKeys(one.or) : [one.column_key]));

/** Returns a filter with each column key replaced. */
export const renameFilterColumns = (filter: readonly Filter[], nameOf: (name: string) => string): Filter[] =>
  mapFilterLeaves(filter, (leaf) => ({ ...leaf, column_key: nameOf(leaf.column_key) }));

/** Returns the filters with each condition on a cell replaced. */
export const mapFilterLeaves = (filters: readonly Filter[], replace: (leaf: FilterLeaf) => FilterLeaf): Filter[] =>
  filters.map((filter) => {
    if ('and' in filter) return { and: mapFilterLeaves(filter.and, replace) };
    if ('or' in filter) return { or: mapFilterLeaves(filter.or, replace) };
    return replace(filter);
  });

/** Returns the row ids in a cell of a reference column. */
export const linkedIds = (cell: Cell | undefined): string[] =>
  Array.isArray(cell) ? cell.filter((id): id is string => typeof id === 'string') : [];
