import type { taskAssigned, taskCreated } from '@space/contracts/work';
import type { Transaction } from '@space/event-log';
import { insertAlarmsOf } from '../alarms/alarms.ts';
import type { TaskRow } from '../rows/task-row.ts';
import { insertTaskRows, replaceAssignees, replaceLabels } from '../rows/task-rows.queries.ts';

/** A transaction that can announce new tasks. */
export type CreatingTransaction = Transaction<typeof taskCreated | typeof taskAssigned>;

/** Inserts rows of tasks with their assignees, labels and alarms. */
export async function insertRows(tx: CreatingTransaction, rows: readonly TaskRow[]): Promise<void> {
  const space = rows[0]!.space_id;
  await insertTaskRows(tx, rows);
  await replaceAssignees(tx, space, rows, true);
  await replaceLabels(tx, space, rows, true);
  const due = rows.filter(({ due_at }) => due_at !== null);
  await insertAlarmsOf(
    tx,
    due.map((task) => ({ task, isNewDue: true })),
    Date.parse(tx.now),
  );
}
