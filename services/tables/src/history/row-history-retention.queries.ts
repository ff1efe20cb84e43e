import { ROW_HISTORY_DAYS } from '@space/contracts/tables';
import { type Database, isoTime, sql } from '@space/database';
import { DAY_MS } from '@space/time';
import { z } from 'zod';

/** Versions per statement, which limits its duration. */
const CHUNK_ROWS = 2_000;

/** Maximum of statements per run. */
const MAX_CHUNKS = 50;

/** Greater than every version of a table. */
const MAX_VERSION = Number.MAX_SAFE_INTEGER;

const Looked = z.object({ table_id: z.string(), to_seq: z.number(), row_id: z.string(), is_old: z.boolean(), looked: z.number() });

/** Position of the next run, in the key order of `row_history`. */
export interface HistoryPosition {
  readonly table_id: string;
  readonly to_seq: number;
  readonly row_id: string;
}

/** Start of the history. */
export const HISTORY_START: HistoryPosition = { table_id: '', to_seq: 0, row_id: '' };

/**
 * Deletes expired row versions that no snapshot refers to. A snapshot taken meanwhile gets a later version, so no lock
 * is needed. Returns the next position. Versions are ordered by their end, so the first version that has not expired
 * ends the scan of its table.
 */
export async function deleteExpiredHistory(database: Database, now: number, from: HistoryPosition): Promise<HistoryPosition> {
  const old = sql.fragment`${isoTime(now - ROW_HISTORY_DAYS * DAY_MS)}::timestamptz`;
  let place = from;
  for (let chunk = 0; chunk < MAX_CHUNKS; chunk++) {
    const last = await database.maybeOne(sql.type(Looked)`
      with chunk as materialized (
        select table_id, to_seq, row_id, from_seq, ended_at < ${old} as is_old from tables.row_history
        where (table_id, to_seq, row_id) > (${place.table_id}, ${place.to_seq}, ${place.row_id})
        order by table_id, to_seq, row_id limit ${CHUNK_ROWS}
      ),
      gone as (
        delete from tables.row_history as h using chunk as c
        where c.is_old and h.table_id = c.table_id and h.to_seq = c.to_seq and h.row_id = c.row_id
          and not exists (select from tables.snapshot as s where s.table_id = c.table_id and s.seq >= c.from_seq and s.seq < c.to_seq)
      )
      select table_id, to_seq, row_id, is_old, count(*) over () as looked from chunk order by table_id desc, to_seq desc, row_id desc limit 1`);
    if (!last) return HISTORY_START;
    place = last.is_old ? last : { table_id: last.table_id, to_seq: MAX_VERSION, row_id: '' };
    if (last.is_old && last.looked < CHUNK_ROWS) return HISTORY_START;
  }
  return place;
}
