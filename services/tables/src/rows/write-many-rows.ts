import { MAX_BULK } from '@space/contracts/core';
import { MAX_WRITTEN_BYTES } from '@space/contracts/tables';
import { createPauses } from '@space/text/csv';
import { bytesOfCells } from '../cells/cell-bytes.ts';
import type { RowChange } from '../compute/row-change.ts';
import { readsOtherRows } from '../schema/lookups.ts';
import type { Schema } from '../schema/schema.ts';
import { emitRows, recomputeWritten } from './emit-row-events.ts';
import type { WriteContext } from './write-context.ts';

/** Rows that one statement writes in a table that reads and changes no other rows. */
const WRITTEN_ROWS = 1_000;

/** Rows whose events are built before other work of the process runs. */
const EMITTED_ROWS = 100;

/** Entries that one statement writes, and the bytes of their cells. */
export interface Batch<T> {
  readonly entries: readonly T[];
  readonly bytes: number;
}

/** The rows of a batch as they were written. */
export interface WrittenBatch {
  readonly written: readonly RowChange[];
}

/** Returns the rows that one statement writes: few if their lookups or links bring other rows into memory. */
const rowsOfBatch = ({ columns }: Schema): number =>
  columns.some((column) => readsOtherRows(column) || column.type === 'reference') ? MAX_BULK : WRITTEN_ROWS;

/** Divides entries into batches of rows of a table, each of at most `MAX_WRITTEN_BYTES`; a larger entry is alone. */
export function* batchesOf<T>(schema: Schema, entries: readonly T[], bytesOf: (entry: T) => number): Generator<Batch<T>> {
  const rows = rowsOfBatch(schema);
  let start = 0;
  let bytes = 0;
  for (const [index, entry] of entries.entries()) {
    const more = bytesOf(entry);
    if (index > start && (index - start === rows || bytes + more > MAX_WRITTEN_BYTES)) {
      yield { entries: entries.slice(start, index), bytes };
      [start, bytes] = [index, 0];
    }
    bytes += more;
  }
  if (start < entries.length) yield { entries: entries.slice(start), bytes };
}

/**
 * Writes batches of rows with all consequences. Their dependents are recomputed once for all of them, or once for every
 * `MAX_WRITTEN_BYTES` of cells, written and computed. Other work of the process runs between the batches.
 */
export async function writeManyRows<T>(
  context: WriteContext,
  batches: Iterable<Batch<T>>,
  write: (entries: readonly T[]) => Promise<WrittenBatch>,
): Promise<void> {
  const pause = createPauses();
  let unfinished: RowChange[] = [];
  let bytes = 0;
  for (const batch of batches) {
    if (bytes + batch.bytes > MAX_WRITTEN_BYTES) {
      await finish(context, unfinished);
      [unfinished, bytes] = [[], 0];
    }
    const { written } = await write(batch.entries);
    unfinished.push(...written);
    bytes += batch.bytes;
    for (const { after } of written) bytes += bytesOfCells(after?.computed ?? {});
    await pause();
  }
  await finish(context, unfinished);
}

async function finish(context: WriteContext, written: readonly RowChange[]): Promise<void> {
  if (written.length === 0) return;
  const pause = createPauses();
  const pendingOf = await recomputeWritten(context, written);
  for (let start = 0; start < written.length; start += EMITTED_ROWS) {
    const part = written.slice(start, start + EMITTED_ROWS);
    await emitRows(context, part, pendingOf);
    await pause();
  }
}
