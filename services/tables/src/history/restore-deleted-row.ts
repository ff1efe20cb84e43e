import { Problem } from '@space/contracts/core';
import { computeRows } from '../compute/compute-rows.ts';
import type { RowChange } from '../compute/row-change.ts';
import type { RowDraft } from '../rows/draft-rows.ts';
import type { WriteContext } from '../rows/write-context.ts';
import type { Cell } from '../schema/schema.ts';
import { insertRestoredRow, type StoredVersion } from './row-versions.queries.ts';

/**
 * Inserts a deleted row again with its id, author, creation time and autonumbers, and with these cells. An empty
 * version in its history records the time and author of its return.
 */
export async function restoreDeletedRow(
  { tx, schema, caller, now, evaluate, late }: WriteContext,
  id: string,
  version: StoredVersion,
  { patch }: RowDraft,
): Promise<RowChange> {
  const data: Record<string, Cell> = {};
  for (const [cid, cell] of Object.entries(patch)) if (cell !== null) data[cid] = cell;
  for (const { type, cid } of schema.columns) if (type === 'autonumber' && cid in version.data) data[cid] = version.data[cid]!;
  const row = { id, created_at: version.created_at, updated_at: now, created_by: version.created_by, data };
  const computed = await computeRows(tx, schema, [row], now, evaluate);
  for (const one of computed.late) late.add(one);
  const after = { ...row, ...computed.cells[0]!, updated_by: caller.actor };
  const seq = await insertRestoredRow(tx, schema, after, now);
  if (seq === null) throw new Problem('conflict', 'The row was restored at the same time; read it again.');
  return { row_id: id, before: null, after: { ...after, seq } };
}
