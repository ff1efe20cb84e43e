import type { Actor } from '@space/contracts/core';
import { isOpenCategory } from '@space/contracts/work';
import { newId } from '@space/database';
import { nextDay } from '@space/recurrence';
import { dateOf, dayNumber, dayOf, MINUTE_MS, minuteZone } from '@space/time';
import type { People } from '../people/people.ts';
import { countNewTasks, drawNumbers, drawPlaces } from '../places/lists.queries.ts';
import { dueAt } from '../rows/due-time.ts';
import type { TaskRow } from '../rows/task-row.ts';
import { findTaskRows } from '../rows/task-rows.queries.ts';
import { firstOf } from '../statuses/choose-status.ts';
import { findStatuses } from '../statuses/statuses.queries.ts';
import { takeStatus } from '../statuses/take-status.ts';
import { announceCreation } from './announce.ts';
import { type CreatingTransaction, insertRows } from './insert-rows.ts';

/**
 * Makes the next task of a recurring one that is done, and returns it; null if the series has ended or the next task exists. The done
 * task must be locked, so that its completion makes one next task only. It gets none of the `removed` statuses.
 */
export async function makeNextTask(
  tx: CreatingTransaction,
  actor: Actor,
  before: TaskRow,
  done: TaskRow,
  people: People,
  removed: ReadonlySet<string>,
): Promise<TaskRow | null> {
  if (done.status_category !== 'done' || before.status_category === 'done' || done.trashed_at !== null) return null;
  if (done.recurrence === null || done.due_date === null) return null;
  const space = done.space_id;
  if (done.next_task_id !== null) {
    const existing = (await findTaskRows(tx, space, [done.next_task_id])).get(done.next_task_id);
    if (existing && existing.trashed_at === null) return null;
  }
  const due = nextDueDate(done, Date.parse(tx.now));
  if (due === null) return null;
  const { project_id } = done;
  const number = project_id === null ? null : (await drawNumbers(tx, space, [{ project_id, count: 1 }])).get(project_id)!;
  await countNewTasks(tx, space, 1);
  const [position] = await drawPlaces(tx, 1);
  const all = (await findStatuses(tx, space, project_id === null ? [] : [project_id])).get(project_id ?? '')!;
  const statuses = all.filter(({ id }) => !removed.has(id));
  const chosen = isOpenCategory(firstOf(statuses, 'todo').category) ? firstOf(statuses, 'todo') : statuses[0]!;
  const status = await takeStatus(tx, space, project_id, chosen);
  const moved = dayNumber(due) - dayNumber(done.due_date);
  const next: TaskRow = {
    ...done,
    id: newId('tsk'),
    number,
    position: position!,
    status_id: status.id,
    status_category: status.category,
    status: status.name,
    start_date: done.start_date === null ? null : dateOf(dayNumber(done.start_date) + moved),
    due_date: due,
    due_at: dueAt({ ...done, due_date: due }),
    completed_at: null,
    claim_ends_at: null,
    next_task_id: null,
    occurrence: done.occurrence + 1,
    created_by: { kind: actor.kind, id: actor.id, name: actor.name },
    version: 1,
    created_at: tx.now,
    updated_at: tx.now,
  };
  await insertRows(tx, [next]);
  announceCreation(tx, next, people);
  return next;
}

/** Returns the due date after that of a done task: by its series, or counted from the day on which it is done. Null at the end of the series. */
function nextDueDate({ recurrence, due_date, series_start, occurrence, timezone }: TaskRow, now: number): string | null {
  const { rrule, after } = recurrence!;
  const today = dayOf(minuteZone(timezone ?? 'UTC').wallAt(Math.floor(now / MINUTE_MS)));
  const [first, from] = after === 'due' ? [dayNumber(series_start ?? due_date!), dayNumber(due_date!)] : [today, today];
  const day = nextDay({ rrule, first, occurrences: occurrence }, from);
  return day === null ? null : dateOf(day);
}
