import type { Database } from '@space/database';
import { clearChunk, findUnreachableColumns, type Progress } from './column-retention.queries.ts';

/** Rows that one statement clears. */
const CHUNK_ROWS = 1_000;

/** Statements of one round. */
const MAX_CHUNKS = 20;

/**
 * Clears away the cells of deleted columns that nothing can bring back, a bounded number each time it is called, and in
 * the end the columns themselves, with what they stand on. Nobody can see such cells, so their rows get no new versions.
 */
export function createColumnRetention(database: Database): () => Promise<void> {
  const progress = new Map<string, Progress>();
  return async () => {
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
