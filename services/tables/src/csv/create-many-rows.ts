import { bytesOfCells } from '../cells/cell-bytes.ts';
import { type RowDraft, storedCellsOf } from '../rows/draft-rows.ts';
import { readInverseLinks, writeInverseLinks } from '../rows/inverse-links.ts';
import type { WriteContext } from '../rows/write-context.ts';
import { batchesOf, writeManyRows } from '../rows/write-many-rows.ts';
import { createRows } from '../rows/write-rows.ts';

/** Creates rows from drafts whose contacts and links are resolved, with all consequences. */
export const createManyRows = (context: WriteContext, drafts: readonly RowDraft[]): Promise<void> =>
  writeManyRows(
    context,
    batchesOf(context.schema, drafts, (draft) => bytesOfCells(storedCellsOf(draft))),
    async (batch) => {
      const written = await createRows(context, batch);
      const inverseChanges = written.map(({ row_id }, index) => ({ row_id, draft: batch[index]! }));
      const { before } = await readInverseLinks(context, inverseChanges);
      await writeInverseLinks(context, inverseChanges, before);
      return { written };
    },
  );
