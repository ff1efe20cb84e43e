import { type Caller, notFound, Problem } from '@space/contracts/core';
import { MAX_SNAPSHOTS_PER_TABLE } from '@space/contracts/tables';
import { newId } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { lockTableExclusively } from '../schema/locks.queries.ts';
import { countManualSnapshots, deleteOldAutomaticSnapshots, insertSnapshot, type SnapshotKind } from './new-snapshots.queries.ts';

/** Table, kind and author of a snapshot. */
export interface SnapshotRequest {
  readonly space_id: string;
  readonly table_id: string;
  readonly label: string | null;
  readonly kind: SnapshotKind;
  readonly caller: Pick<Caller, 'actor'>;
  /** True if the caller makes room with `deleteSurplus` when its change is made. */
  readonly leaves_surplus?: true;
  /** ISO 8601, the time of the transaction. */
  readonly now: string;
}

/** A snapshot just taken. `seq` is greater than every version in it and less than every later one. */
export interface TakenSnapshot {
  readonly id: string;
  readonly seq: number;
  readonly json: string;
}

/**
 * Takes a snapshot and locks out writers of rows until the transaction ends. Call it before any other lock or version
 * of the transaction. Rejects a manual snapshot beyond the limit. Automatic snapshots beyond the limit replace the
 * oldest one.
 */
export async function takeSnapshot(tx: CommonQueryMethods, of: SnapshotRequest): Promise<TakenSnapshot> {
  await lockTableExclusively(tx, of.space_id, of.table_id);
  if (of.kind === 'manual' && (await countManualSnapshots(tx, of.space_id, of.table_id)) >= MAX_SNAPSHOTS_PER_TABLE)
    throw new Problem('limit_reached', `A table can have ${MAX_SNAPSHOTS_PER_TABLE} snapshots; delete one first.`);
  const taken = await insertSnapshot(tx, {
    space: of.space_id,
    table: of.table_id,
    id: newId('snp'),
    label: of.label,
    kind: of.kind,
    by: JSON.stringify(of.caller.actor),
    now: of.now,
  });
  if (!taken) throw notFound('table', of.table_id);
  if (of.kind !== 'manual' && !of.leaves_surplus) await deleteSurplus(tx, of);
  return taken;
}

/** Deletes the oldest automatic snapshots of a table beyond the limit. */
export const deleteSurplus = (tx: CommonQueryMethods, { space_id, table_id }: Pick<SnapshotRequest, 'space_id' | 'table_id'>) =>
  deleteOldAutomaticSnapshots(tx, space_id, table_id, MAX_SNAPSHOTS_PER_TABLE);
