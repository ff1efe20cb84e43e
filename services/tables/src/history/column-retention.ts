import type { Database } from '@space/database';
import { clearChunk, findUnreachableColumns, type Progress } from './column-retention.queries.ts';

/** Rows per statement. */
const CHUNK_ROWS = 1_000;

/** Maximum of statements per run. */
const MAX_CHUNKS = 20;

/**
 * Clears the cells of deleted columns that no snapshot can restore, then deletes the columns with their indexes and
 * sequences. Each call does a bounded amount. Such cells are invisible, so their rows get no new versions.
 */
export function createColumnRetention(database: Database): () => Promise<void> {
  const progress = new Map<string, Progress>();
  return async function clearColumns() {
    const columns = await findUnreachableColumns(database, MAX_CHUNKS);
    for (const id of progress.keys()) if (!columns.some((column) => column.id === id)) progress.delete(id);
    let left = MAX_CHUNKS;
    for (const column of columns)
      for (; left > 0; left--) {
        const next = await database.transaction((tx) =>
          clearChunk(tx, column, progress.get(column.id) ?? { row_id: '', to_seq: null }, CHUNK_ROWS),
        );
        if (!next) break;
        progress.set(column.id, next);
      }
  };
}
