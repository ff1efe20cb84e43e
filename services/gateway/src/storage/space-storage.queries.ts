import type { StorageAmounts } from '@space/contracts/platform';
import { sql, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const StorageRow = z.object({
  space_id: z.string(),
  bytes: z.number(),
  rows: z.number(),
  files: z.number(),
  measured_at: z.number().nullable(),
  grown_bytes: z.number(),
  grown_rows: z.number(),
  grown_files: z.number(),
  changes: z.number(),
  max_bytes: z.number().nullable(),
  max_rows: z.number().nullable(),
  max_files: z.number().nullable(),
});

/** The stored state of a Space's storage. */
export type StorageRow = z.infer<typeof StorageRow>;

const columns = sql.fragment`s.space_id, s.bytes, s.rows, s.files, s.measured_at, s.grown_bytes, s.grown_rows, s.grown_files, s.changes,
  s.max_bytes, s.max_rows, s.max_files`;

/** Returns the storage of a Space, or null before its first change. */
export const findStorage = (database: CommonQueryMethods, space: string) =>
  database.maybeOne(sql.prepared('find-space-storage', StorageRow)`
    select ${columns} from gateway.space_storage as s where s.space_id = ${space}`);

/** Bytes, rows and files that calls added to a Space. */
export interface StorageGrowth extends StorageAmounts {
  readonly space_id: string;
}

/** Adds growth to Spaces, which is negative for refused calls, makes them due for a measurement, and returns their storage. */
export const addGrowth = (database: CommonQueryMethods, growth: readonly StorageGrowth[], due: string) =>
  database.any(sql.prepared('add-space-storage', StorageRow)`
    insert into gateway.space_storage as s (space_id, grown_bytes, grown_rows, grown_files, changes, due_at)
    select space_id, bytes, rows, files, 1, ${due}::timestamptz
    from ${unnestRows(growth, { space_id: 'text', bytes: 'int8', rows: 'int8', files: 'int8' }, 'g')} order by space_id
    on conflict (space_id) do update set grown_bytes = greatest(0, s.grown_bytes + excluded.grown_bytes),
      grown_rows = greatest(0, s.grown_rows + excluded.grown_rows), grown_files = greatest(0, s.grown_files + excluded.grown_files), changes = s.changes + 1,
      due_at = coalesce(s.due_at, greatest(excluded.due_at, s.earliest_at))
    returning ${columns}`);

/** Claims the Space that has waited longest for its measurement, until a time; returns its storage, or null. */
export const claimMeasurement = (database: CommonQueryMethods, now: string, until: string) =>
  database.maybeOne(sql.prepared('claim-space-storage', StorageRow)`
    update gateway.space_storage as s set due_at = ${until}::timestamptz
    where s.space_id = (
      select space_id from gateway.space_storage where due_at <= ${now}::timestamptz order by due_at limit 1 for update skip locked)
    returning ${columns}`);

/**
 * Stores a measurement. Growth that was known when it began is part of it; later growth remains. The Space is due again
 * while it changes, and once more after that: cells are computed after the call that wrote them.
 */
export const saveMeasurement = (
  database: CommonQueryMethods,
  began: StorageRow,
  measured: StorageAmounts,
  { now, next }: { readonly now: string; readonly next: string },
) =>
  database.query(sql.typeAlias('void')`
    update gateway.space_storage as s
    set bytes = ${measured.bytes}, rows = ${measured.rows}, files = ${measured.files}, measured_at = ${now}::timestamptz,
      grown_bytes = greatest(0, s.grown_bytes - ${began.grown_bytes}::bigint), grown_rows = greatest(0, s.grown_rows - ${began.grown_rows}::bigint),
      grown_files = greatest(0, s.grown_files - ${began.grown_files}::bigint), earliest_at = ${next}::timestamptz,
      due_at = case when s.changes <> ${began.changes}::bigint
        or (s.bytes, s.rows, s.files) <> (${measured.bytes}::bigint, ${measured.rows}::bigint, ${measured.files}::bigint)
        then ${next}::timestamptz end
    where s.space_id = ${began.space_id}`);

/** Limits of a Space: undefined leaves one as it is, null restores that of the installation. */
export type StorageLimitChanges = Readonly<Partial<Record<keyof StorageAmounts, number | null | undefined>>>;

/** Changes the limits of a Space. */
export async function saveLimits(database: CommonQueryMethods, space: string, limits: StorageLimitChanges): Promise<void> {
  const given = (['bytes', 'rows', 'files'] as const).filter((kind) => limits[kind] !== undefined);
  if (given.length === 0) return;
  const names = given.map((kind) => sql.identifier([`max_${kind}`]));
  const values = given.map((kind) => sql.fragment`${limits[kind]!}::bigint`);
  await database.query(sql.typeAlias('void')`
    insert into gateway.space_storage (space_id, ${sql.join(names, sql.fragment`, `)})
    values (${space}, ${sql.join(values, sql.fragment`, `)})
    on conflict (space_id) do update set ${sql.join(
      names.map((name) => sql.fragment`${name} = excluded.${name}`),
      sql.fragment`, `,
    )}`);
}
