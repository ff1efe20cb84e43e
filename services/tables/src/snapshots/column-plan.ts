import { isDeepStrictEqual } from 'node:util';
import type { StoredColumn } from './stored-schema.ts';

/** What of a column a restore puts back; its version and when it was changed go on. */
const restoredFields = [
  'key',
  'label',
  'type',
  'options',
  'reference',
  'config',
  'required',
  'default_value',
  'icon',
  'position',
  'value_type',
  'status',
  'error',
] as const satisfies readonly (keyof StoredColumn)[];

/** What has to happen to the columns of a table so that exactly those of a snapshot are live. */
export interface ColumnPlan {
  /** Columns made since. */
  readonly removed: readonly StoredColumn[];
  /** Columns deleted since, as they come back. */
  readonly reinstated: readonly StoredColumn[];
  /** Columns changed since, as they become. */
  readonly reverted: readonly StoredColumn[];
}

/** Whether two states of a column are the same for a restore. */
export const isSameColumn = (a: StoredColumn, b: StoredColumn): boolean =>
  restoredFields.every((field) => isDeepStrictEqual(a[field], b[field]));

/** Compares the live columns with those of a snapshot. */
export function planColumns(live: readonly StoredColumn[], wanted: readonly StoredColumn[]): ColumnPlan {
  const liveById = new Map(live.map((column) => [column.id, column]));
  const wantedIds = new Set(wanted.map(({ id }) => id));
  return {
    removed: live.filter(({ id }) => !wantedIds.has(id)),
    reinstated: wanted.filter(({ id }) => !liveById.has(id)),
    reverted: wanted.filter((column) => liveById.has(column.id) && !isSameColumn(liveById.get(column.id)!, column)),
  };
}

/** Columns of which indexes on cells may be wrong for the cells that come back: they come back themselves, or had another type. */
export const reshaped = (live: readonly StoredColumn[], { reinstated, reverted }: ColumnPlan): StoredColumn[] => [
  ...reinstated,
  ...reverted.filter((column) => {
    const now = live.find(({ id }) => id === column.id)!;
    return now.type !== column.type || now.value_type !== column.value_type || !isDeepStrictEqual(now.config.unique, column.config.unique);
  }),
];
