import type { Actor } from '@space/contracts/core';
import { taskRestored } from '@space/contracts/work';
import { isoTime } from '@space/database';
import type { Transaction } from '@space/event-log';
import { replaceAlarms } from '../alarms/alarms.ts';
import { taskEventData } from '../changes/event-data.ts';
import { insertHistory } from '../changes/history.queries.ts';
import { removeParents, setTrashed } from '../changes/trash.queries.ts';
import { assertChangeSize } from '../changes/trash-tasks.ts';
import type { People } from '../people/people.ts';
import { assertNoneCrowded } from '../places/parents.queries.ts';
import { nameOf } from '../rows/task-row.ts';
import { findTaskRows, lockTaskRows } from '../rows/task-rows.queries.ts';

/** A transaction that can announce restored tasks. */
export type RestoringTransaction = Transaction<typeof taskRestored>;

/** Takes tasks out of the trash, with their alarms. A task whose parent stays in the trash has none. */
export async function restoreIds(
  tx: RestoringTransaction,
  actor: Actor,
  space: string,
  ids: readonly string[],
  people: People,
): Promise<void> {
  if (ids.length === 0) return;
  assertChangeSize(ids.length);
  const before = await lockTaskRows(tx, space, ids);
  await setTrashed(tx, space, ids, null, tx.now);
  const rows = await findTaskRows(tx, space, ids);
  const parents = await findTaskRows(
    tx,
    space,
    [...rows.values()].flatMap(({ parent_id }) => parent_id ?? []),
  );
  const orphans = [...rows.values()].filter(({ parent_id }) => parent_id !== null && parents.get(parent_id)?.trashed_at !== null);
  if (orphans.length > 0)
    await removeParents(
      tx,
      space,
      orphans.map(({ id }) => id),
    );
  await assertNoneCrowded(
    tx,
    space,
    [...parents.values()].filter(({ trashed_at }) => trashed_at === null).map((parent) => ({ id: parent.id, name: nameOf(parent) })),
  );
  await insertHistory(
    tx,
    space,
    actor,
    [...before.values()].map(({ id, trashed_at, parent_id }) => ({
      task_id: id,
      changes: {
        trashed_at: { from: trashed_at && isoTime(Date.parse(trashed_at)), to: null },
        ...(orphans.some((orphan) => orphan.id === id) && { parent_id: { from: parent_id, to: null } }),
      },
    })),
    tx.now,
  );
  await replaceAlarms(
    tx,
    [...rows.values()].map((task) => ({ task, isNewDue: false })),
    Date.parse(tx.now),
  );
  for (const task of rows.values()) tx.emit(taskRestored, taskEventData(task, people));
}
