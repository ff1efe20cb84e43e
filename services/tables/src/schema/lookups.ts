import type { Filter } from '@space/contracts/tables';
import type { Cell, Column, Schema } from './schema.ts';

/** Types whose cells are worked out from other rows. */
const acrossRows: ReadonlySet<string> = new Set(['lookup', 'rollup', 'count']);

/** Types whose cells are stored in `computed`. */
export const isComputed = ({ type }: Pick<Column, 'type'>): boolean => type === 'formula' || acrossRows.has(type);

/** Whether the cells of a column are worked out from other rows, of another table or of its own. */
export const readsOtherRows = ({ type }: Pick<Column, 'type'>): boolean => acrossRows.has(type);

/** The config of a lookup, rollup or count as it is stored: columns by id. */
interface LinkConfig {
  readonly reference_column?: string;
  readonly table_id?: string;
  readonly match?: readonly { readonly target_column: string; readonly equals_column: string }[];
  readonly target_column?: string;
  readonly function?: string;
  readonly separator?: string;
  readonly filter?: readonly Filter[];
}

/** Columns of two tables whose rows belong together when their cells are the same. */
export interface MatchPair {
  readonly theirs: Column;
  readonly own: Column;
}

/** How a row finds the rows its cell is worked out from. */
type Way =
  /** Its own cell holds their ids. */
  | { readonly kind: 'forward'; readonly reference: Column }
  /** Their cells hold its id. */
  | { readonly kind: 'mirror'; readonly symmetric: Column }
  /** Their cells equal its own. */
  | { readonly kind: 'match'; readonly pairs: readonly MatchPair[] };

/** A lookup, rollup or count with everything it names resolved. */
export interface Link {
  readonly column: Column;
  readonly other: Schema;
  readonly way: Way;
  readonly target: Column | null;
  readonly filter: readonly Filter[];
  readonly config: LinkConfig;
  /** Columns of the other table that decide about the value. */
  readonly watched: readonly Column[];
}

/** The table that a lookup, rollup or count reads. */
function otherTableOf(schema: Pick<Schema, 'byId'>, column: Pick<Column, 'config'>): string | undefined {
  const { table_id, reference_column } = column.config as LinkConfig;
  return table_id ?? (reference_column === undefined ? undefined : schema.byId.get(reference_column)?.reference?.table_id);
}

/** Resolves what a lookup, rollup or count names; undefined when something of it is not there any more. */
export function linkOf(schema: Schema, column: Column, tables: ReadonlyMap<string, Schema>): Link | undefined {
  const config = column.config as LinkConfig;
  const other = tables.get(otherTableOf(schema, column) ?? '');
  if (!other) return undefined;
  const way = wayOf(schema, other, config);
  const target = config.target_column === undefined ? null : other.byId.get(config.target_column);
  const filter = config.filter ?? [];
  const asked = filterColumns(filter).map((name) => (name.startsWith('col_') ? other.byId.get(name) : null));
  if (!way || target === undefined || asked.includes(undefined)) return undefined;
  const found = way.kind === 'mirror' ? [way.symmetric] : way.kind === 'match' ? way.pairs.map(({ theirs }) => theirs) : [];
  const watched = [...new Set([...found, ...(target ? [target] : []), ...asked.filter((one): one is Column => Boolean(one))])];
  return { column, other, way, target, filter, config, watched };
}

function wayOf(schema: Schema, other: Schema, { reference_column, match }: LinkConfig): Way | undefined {
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
  if (!reference.reference.mirror) return { kind: 'forward', reference };
  const symmetric = other.byId.get(reference.reference.symmetric_column_id ?? '');
  return symmetric && { kind: 'mirror', symmetric };
}

/** The names a filter asks about, in every depth. */
export const filterColumns = (filter: readonly Filter[]): string[] =>
  filter.flatMap((one) => ('and' in one ? filterColumns(one.and) : 'or' in one ? filterColumns(one.or) : [one.column_key]));

/** A filter with each name replaced. */
export const renamed = (filter: readonly Filter[], nameOf: (name: string) => string): Filter[] =>
  filter.map((one) => {
    if ('and' in one) return { and: renamed(one.and, nameOf) };
    if ('or' in one) return { or: renamed(one.or, nameOf) };
    return { ...one, column_key: nameOf(one.column_key) };
  });

/** The rows a cell of a reference column holds. */
export const idsIn = (cell: Cell | undefined): string[] =>
  Array.isArray(cell) ? cell.filter((id): id is string => typeof id === 'string') : [];
