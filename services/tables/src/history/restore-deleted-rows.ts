import { Problem } from '@space/contracts/core';
import { computeRows } from '../compute/compute-rows.ts';
import type { RowChange } from '../compute/row-change.ts';
import type { RowDraft } from '../rows/draft-rows.ts';
import type { WriteContext } from '../rows/write-context.ts';
import type { Cell } from '../schema/schema.ts';
import { insertRestoredRows, type StoredVersion } from './row-versions.queries.ts';

/** A deleted row, the version to which it returns, and the draft of its cells. */
export interface DeletedRow {
  readonly row_id: string;
  readonly stored: StoredVersion;
  readonly draft: RowDraft;
}

/**
 * Inserts deleted rows again with their ids, authors, creation times and autonumbers, and with the cells of their drafts. An empty
 * version in the history of each records the time and author of its return.
 */
export async function restoreDeletedRows(
  { tx, schema, caller, now, evaluate, late }: WriteContext,
  deleted: readonly DeletedRow[],
): Promise<readonly RowChange[]> {
  if (deleted.length === 0) return [];
  const autonumbers = schema.columns.filter(({ type }) => type === 'autonumber');
  const rows = deleted.map(({ row_id, stored, draft }) => {
    const data: Record<string, Cell> = {};
    for (const [cid, cell] of Object.entries(draft.patch)) if (cell !== null) data[cid] = cell;
    for (const { cid } of autonumbers) if (cid in stored.data) data[cid] = stored.data[cid]!;
    return { id: row_id, created_at: stored.created_at, updated_at: now, created_by: stored.created_by, data };
  });
  const computed = await computeRows(tx, schema, rows, now, evaluate);
  for (const id of computed.late) late.add(id);
  const restored = rows.map((row, index) => ({ ...row, ...computed.cells[index]!, updated_by: caller.actor }));
  const seqs = await insertRestoredRows(tx, schema, restored, now);
  return restored.map((row) => {
    const seq = seqs.get(row.id);
    if (seq === undefined) throw new Problem('conflict', `The row ${row.id} was restored at the same time; read it again.`);
    return { row_id: row.id, before: null, after: { ...row, seq } };
  });
}
