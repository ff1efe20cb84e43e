import { taskRestored } from '@space/contracts/work';
import type { Transaction } from '@space/event-log';
import { replaceAlarms } from '../alarms/alarms.ts';
import { taskEventData } from '../changes/event-data.ts';
import { removeParents, setTrashed } from '../changes/trash.queries.ts';
import { assertChangeSize } from '../changes/trash-tasks.ts';
import type { People } from '../people/people.ts';
import { findTaskRows, lockTaskRows } from '../rows/task-rows.queries.ts';

/** A transaction that can announce restored tasks. */
export type RestoringTransaction = Transaction<typeof taskRestored>;

/** Takes tasks out of the trash, with their alarms. A task whose parent stays in the trash has none. */
export async function restoreIds(tx: RestoringTransaction, space: string, ids: readonly string[], people: People): Promise<void> {
  if (ids.length === 0) return;
  assertChangeSize(ids.length);
  await lockTaskRows(tx, space, ids);
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
  await replaceAlarms(
    tx,
    [...rows.values()].map((task) => ({ task, isNewDue: false })),
    Date.parse(tx.now),
  );
  for (const task of rows.values()) tx.emit(taskRestored, taskEventData(task, people));
}
