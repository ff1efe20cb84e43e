import { isDeepStrictEqual } from 'node:util';
import type { StoredColumn } from './stored-schema.ts';

/** Fields of a column that a restore overwrites. Its version and update time advance. */
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

/** Steps that make the columns of a snapshot the live columns of its table. */
export interface ColumnPlan {
  /** Columns created since the snapshot. */
  readonly removed: readonly StoredColumn[];
  /** Columns deleted since the snapshot, as restored. */
  readonly reinstated: readonly StoredColumn[];
  /** Columns changed since the snapshot, as restored. */
  readonly reverted: readonly StoredColumn[];
}

/** Returns true if two states of a column are equal for a restore. */
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

/** Returns the columns whose cell indexes may be wrong after a restore: restored columns and those with another type. */
export const findReshapedColumns = (live: readonly StoredColumn[], { reinstated, reverted }: ColumnPlan): StoredColumn[] => [
  ...reinstated,
  ...reverted.filter((column) => {
    const now = live.find(({ id }) => id === column.id)!;
    return now.type !== column.type || now.value_type !== column.value_type || !isDeepStrictEqual(now.config.unique, column.config.unique);
  }),
];
