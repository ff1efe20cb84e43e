import type { Filter, FilterLeaf } from '@space/contracts/tables';
import type { Schema } from '../schema/schema.ts';

/**
 * The config of a view names columns by key on the wire and by id where it is stored, so that a new key costs nothing and
 * a deleted column is known to be gone, also when another one has its key by then.
 *
 * A view never fails for a column that is gone. What can be left out is left out when it is shown. A filter, and what the
 * type of view cannot do without, stays in its place with the id of the column: so the view says that it is broken, shows
 * no row that its filter may have kept out, and heals when the column comes back.
 */
export type ViewConfig = Readonly<Record<string, unknown>>;

/** Names that are no columns and that every row has. */
const ofEveryRow: ReadonlySet<string> = new Set(['id', 'created_at', 'updated_at']);

/** References that a view of some type can do without. */
const optional = ['cover_column', 'end_column', 'color_by'] as const;

/** References that a view of some type cannot do without. */
const needed = ['stack_by', 'start_column'] as const;

/** The config with ids of columns where the wire has keys; every key must exist. */
export const toStoredConfig = ({ byKey }: Schema, config: ViewConfig): ViewConfig =>
  withReferences(config, (key) => byKey.get(key)?.id ?? key);

/** The config with keys of columns where it is stored with ids. */
export const toConfigResponse = ({ byId }: Schema, stored: ViewConfig): ViewConfig =>
  withReferences(stored, (id) => byId.get(id)?.key ?? (ofEveryRow.has(id) ? id : undefined));

type Rename = (reference: string) => string | undefined;

interface ColumnNamed {
  readonly column_key: string;
}

function withReferences(config: ViewConfig, rename: Rename): ViewConfig {
  const result: Record<string, unknown> = { ...config };
  for (const name of optional) {
    const renamed = typeof config[name] === 'string' ? rename(config[name]) : undefined;
    if (renamed === undefined) delete result[name];
    else result[name] = renamed;
  }
  for (const name of needed) if (typeof config[name] === 'string') result[name] = rename(config[name]) ?? config[name];
  for (const name of ['columns', 'sort', 'group_by'])
    if (Array.isArray(config[name]))
      result[name] = (config[name] as ColumnNamed[]).flatMap((item) => withKey(item, rename(item.column_key)));
  if (Array.isArray(config.filters)) result.filters = withFilterKeys(config.filters as Filter[], rename);
  if (Array.isArray(config.widgets)) result.widgets = (config.widgets as ViewConfig[]).map((widget) => widgetWith(widget, rename));
  return result;
}

const withKey = <T extends ColumnNamed>(item: T, column_key: string | undefined): T[] =>
  column_key === undefined ? [] : [{ ...item, column_key }];

const withFilterKeys = (filters: readonly Filter[], rename: Rename): Filter[] =>
  mapLeaves(filters, (leaf) => ({ ...leaf, column_key: rename(leaf.column_key) ?? leaf.column_key }));

function widgetWith(widget: ViewConfig, rename: Rename): ViewConfig {
  const result: Record<string, unknown> = { ...widget };
  for (const name of ['column_key', 'group_by']) if (typeof widget[name] === 'string') result[name] = rename(widget[name]) ?? widget[name];
  if (Array.isArray(widget.filters)) result.filters = withFilterKeys(widget.filters as Filter[], rename);
  return result;
}

/** The same filters with each context about a cell replaced. */
export function mapLeaves(filters: readonly Filter[], replace: (leaf: FilterLeaf) => FilterLeaf): Filter[] {
  return filters.map((filter) => {
    if ('and' in filter) return { and: mapLeaves(filter.and, replace) };
    if ('or' in filter) return { or: mapLeaves(filter.or, replace) };
    return replace(filter);
  });
}
