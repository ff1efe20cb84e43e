import type { StorageAmounts, StorageUsage } from '@space/contracts/platform';
import { isoTime } from '@space/database';
import type { Config } from '@space/runtime';
import type { z } from 'zod';
import type { StorageRow } from './space-storage.queries.ts';

/** The kinds of storage that have a limit. */
export const STORAGE_KINDS = ['bytes', 'rows', 'files'] as const;

/** The storage that a Space uses and may use, as far as a gateway knows. */
export interface StorageState {
  /** The measurement, and at most what calls have added since. */
  readonly used: StorageAmounts;
  /** Infinity for no limit. */
  readonly limits: StorageAmounts;
  readonly measured_at: number | null;
}

/** The limits of an installation. */
export type StorageSettings = Pick<Config, 'SPACE_STORAGE_BYTES' | 'SPACE_STORAGE_ROWS' | 'SPACE_STORAGE_FILES'>;

const limitOf = (own: number | null | undefined, fallback: number): number => (own ?? fallback) || Number.POSITIVE_INFINITY;

/** Returns the state of a Space from its row; null for a Space that has stored nothing yet. */
export const storageStateOf = (row: StorageRow | null, settings: StorageSettings): StorageState => ({
  used: {
    bytes: row ? row.bytes + row.grown_bytes : 0,
    rows: row ? row.rows + row.grown_rows : 0,
    files: row ? row.files + row.grown_files : 0,
  },
  limits: {
    bytes: limitOf(row?.max_bytes, settings.SPACE_STORAGE_BYTES),
    rows: limitOf(row?.max_rows, settings.SPACE_STORAGE_ROWS),
    files: limitOf(row?.max_files, settings.SPACE_STORAGE_FILES),
  },
  measured_at: row?.measured_at ?? null,
});

/** Returns the usage as the wire shows it. */
export function toStorageUsage({ used, limits, measured_at }: StorageState): z.output<typeof StorageUsage> {
  const quota = (kind: keyof StorageAmounts) => ({ used: used[kind], limit: Number.isFinite(limits[kind]) ? limits[kind] : null });
  return {
    measured_at: measured_at === null ? null : isoTime(measured_at),
    bytes: quota('bytes'),
    rows: quota('rows'),
    files: quota('files'),
  };
}
