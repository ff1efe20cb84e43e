import { MAX_BULK } from '@space/contracts/core';
import { MAX_WRITTEN_BYTES } from '@space/contracts/tables';
import { bytesOfCells } from '../cells/cell-bytes.ts';
import type { RowChange } from '../compute/row-change.ts';
import { type RowDraft, storedCellsOf } from '../rows/draft-rows.ts';
import { emitRows, recomputeWritten } from '../rows/emit-row-events.ts';
import { readInverseLinks, writeInverseLinks } from '../rows/inverse-links.ts';
import type { WriteContext } from '../rows/write-context.ts';
import { createRows } from '../rows/write-rows.ts';
import { readsOtherRows } from '../schema/lookups.ts';
import type { Schema } from '../schema/schema.ts';
import { createPauses } from './pauses.ts';

/** Rows that one statement inserts into a table that reads and changes no other rows. */
const INSERTED_ROWS = 1_000;

/** Returns the rows that one statement inserts: few if their lookups or links bring other rows into memory. */
const insertedRowsOf = ({ columns }: Schema): number =>
  columns.some((column) => readsOtherRows(column) || column.type === 'reference') ? MAX_BULK : INSERTED_ROWS;

/** Rows whose events are built before other work of the process runs. */
const EMITTED_ROWS = 100;

/**
 * Creates rows from drafts whose contacts and links are resolved, with all consequences. Their dependents are recomputed
 * once for all of them, or once for every `MAX_WRITTEN_BYTES` of cells, written and computed.
 */
export async function createManyRows(context: WriteContext, drafts: readonly RowDraft[]): Promise<void> {
  const pause = createPauses();
  let unfinished: RowChange[] = [];
  let bytes = 0;
  for (const batch of batchesOf(drafts, insertedRowsOf(context.schema))) {
    if (bytes + batch.bytes > MAX_WRITTEN_BYTES) {
      await finish(context, unfinished);
      [unfinished, bytes] = [[], 0];
    }
    const written = await createRows(context, batch.drafts);
    const inverseChanges = written.map(({ row_id }, index) => ({ row_id, draft: batch.drafts[index]! }));
    const { before } = await readInverseLinks(context, inverseChanges);
    await writeInverseLinks(context, inverseChanges, before);
    unfinished.push(...written);
    bytes += batch.bytes;
    for (const { after } of written) bytes += bytesOfCells(after?.computed ?? {});
    await pause();
  }
  await finish(context, unfinished);
}

async function finish(context: WriteContext, written: readonly RowChange[]): Promise<void> {
  const pause = createPauses();
  const pendingOf = await recomputeWritten(context, written);
  for (let start = 0; start < written.length; start += EMITTED_ROWS) {
    await emitRows(context, written.slice(start, start + EMITTED_ROWS), pendingOf);
    await pause();
  }
}

/** Divides drafts into batches of at most so many rows and `MAX_WRITTEN_BYTES` of cells; a larger row is alone. */
function* batchesOf(
  drafts: readonly RowDraft[],
  rows: number,
): Generator<{ readonly drafts: readonly RowDraft[]; readonly bytes: number }> {
  let start = 0;
  let bytes = 0;
  for (const [index, draft] of drafts.entries()) {
    const more = bytesOfCells(storedCellsOf(draft));
    if (index > start && (index - start === rows || bytes + more > MAX_WRITTEN_BYTES)) {
      yield { drafts: drafts.slice(start, index), bytes };
      [start, bytes] = [index, 0];
    }
    bytes += more;
  }
  if (start < drafts.length) yield { drafts: drafts.slice(start), bytes };
}
