import type { Filter } from '@space/contracts/tables';
import { renameFilterColumns } from '../schema/lookups.ts';
import type { Schema } from '../schema/schema.ts';

/**
 * Stored configs of views.
 *
 * A request names columns by key. A stored config names them by id, so a changed key needs no update, and a deleted
 * column is recognized even if another column takes its key.
 *
 * A view never fails because of a deleted column. Optional settings are dropped from the response. Filters and required
 * settings stay and show the id of the column: the view is visibly broken, shows no row that the filter may exclude,
 * and works again once the column is restored.
 */
export type ViewConfig = Readonly<Record<string, unknown>>;

/** Names that are no columns and that every row has. */
const ofEveryRow: ReadonlySet<string> = new Set(['id', 'created_at', 'updated_at']);

/** Optional settings that refer to a column. */
const optional = ['cover_column', 'end_column', 'color_by'] as const;

/** Required settings that refer to a column. */
const needed = ['stack_by', 'start_column'] as const;

/** Replaces column keys by ids. Every key must exist. */
export const toStoredConfig = ({ byKey }: Schema, config: ViewConfig): ViewConfig =>
  withReferences(config, (key) => byKey.get(key)?.id ?? key);

/** Replaces column ids by keys. */
export const toViewConfigResponse = ({ byId }: Schema, stored: ViewConfig): ViewConfig =>
  withReferences(stored, (id) => byId.get(id)?.key ?? (ofEveryRow.has(id) ? id : undefined));

/** Replaces the names of columns in a config of the right shape. */
export const withColumnKeys = (config: ViewConfig, keyOf: (name: string) => string): ViewConfig => withReferences(config, keyOf);

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

const withFilterKeys = (filters: readonly Filter[], rename: Rename): Filter[] => renameFilterColumns(filters, (key) => rename(key) ?? key);

function widgetWith(widget: ViewConfig, rename: Rename): ViewConfig {
  const result: Record<string, unknown> = { ...widget };
  for (const name of ['column_key', 'group_by']) if (typeof widget[name] === 'string') result[name] = rename(widget[name]) ?? widget[name];
  if (Array.isArray(widget.filters)) result.filters = withFilterKeys(widget.filters as Filter[], rename);
  return result;
}
