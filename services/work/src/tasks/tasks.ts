import { extendJson, type Handlers, Json } from '@space/bus';
import type { TaskValues, tasks } from '@space/contracts/work';
import { findExisting, mustMatch, readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { listHistory } from '../changes/history.queries.ts';
import type { TaskChange } from '../changes/store-changes.ts';
import { prepareUpdates, type TaskUpdate, updateTasks } from '../changes/update-tasks.ts';
import { claimHandler } from '../claims/claim.ts';
import { answerOf, answersOf, nextAnswerOf } from '../rows/answer-task.ts';
import { findTask } from '../rows/find-task.ts';
import { valuesOf } from '../rows/task-row.ts';
import { findTaskIds, taskById } from '../rows/task-rows.queries.ts';
import { refuseGoneStatuses } from '../statuses/gone-status.ts';
import { trashHandlers } from '../trash/trash.ts';
import { completionHandlers } from './complete-task.ts';
import { createOneTask } from './create-one-task.ts';
import { createTasks, prepareTasks } from './create-tasks.ts';
import { moveHandler } from './move-task.ts';
import { answerTaskList } from './task-lists.ts';

/** Creates the handlers of tasks. */
export function taskHandlers(ports: Ports): Handlers<typeof tasks> {
  const { database } = ports;
  const writer = refuseGoneStatuses(createWriter('work', ports));

  return {
    list: ({ input, caller }) => answerTaskList(ports, caller.space_id, input),

    async create(call) {
      const prepared = await prepareTasks(ports, call, [call.input], () => '');
      const answer = call.input.parent_id === null && (await createOneTask(database, writer, call, prepared));
      if (answer) return answer;
      return writer.write(call, async function createInTransaction(tx) {
        const [row] = await createTasks(tx, call.caller, prepared);
        return answerOf(tx, row!.space_id, row!.id);
      });
    },

    async create_bulk(call) {
      const prepared = await prepareTasks(ports, call, call.input.tasks, (index) => `tasks.${index}.`);
      return writer.write(call, async function createManyInTransaction(tx) {
        const rows = await createTasks(tx, call.caller, prepared);
        return {
          data: await answersOf(
            tx,
            call.caller.space_id,
            rows.map(({ id }) => id),
          ),
        };
      });
    },

    async get({ input: { id }, caller }) {
      const ids = await findTaskIds(database, caller.space_id, [id]);
      const row = await findExisting(database, taskById(caller.space_id, ids.get(id) ?? ''), { noun: 'task', id });
      return new Json(row.json, row.version);
    },

    async update(call) {
      const { id, delete_next: deletesNext = false, ...patch } = call.input;
      const updates: TaskUpdate[] = [{ id, patch, deletesNext, prefix: '' }];
      const prepared = await prepareUpdates(ports, call, updates);
      return writer.write(call, async function updateInTransaction(tx) {
        const { rows, changes, next } = await updateTasks(tx, call, updates, prepared, ([row]) => mustMatch(call.if_version, row!.version));
        const answer = await answerOf(tx, call.caller.space_id, rows[0]!.id);
        return extendJson(answer, { before: beforeOf(changes[0]), next_task: await nextAnswerOf(tx, next.get(rows[0]!.id)) });
      });
    },

    async update_bulk(call) {
      const updates = call.input.updates.map(
        ({ id, delete_next: deletesNext = false, ...patch }, index): TaskUpdate => ({
          id,
          patch,
          deletesNext,
          prefix: `updates.${index}.`,
        }),
      );
      const prepared = await prepareUpdates(ports, call, updates);
      return writer.write(call, async function updateManyInTransaction(tx) {
        const { rows, changes, next } = await updateTasks(tx, call, updates, prepared);
        return {
          data: await answersOf(
            tx,
            call.caller.space_id,
            rows.map(({ id }) => id),
          ),
          before: changes.filter(({ changed }) => changed.length > 0).map((change) => ({ id: change.after.id, ...beforeOf(change) })),
          next_task_ids: [...next.values()].map(({ id }) => id),
        };
      });
    },

    ...completionHandlers(ports, writer),
    ...trashHandlers(ports, writer),
    move: moveHandler(ports, writer),
    claim: claimHandler(ports, writer),

    async history({ input: { id, ...input }, caller }) {
      const task = await findTask(database, caller.space_id, id);
      return new Json(await readPage(database, listHistory(caller.space_id, task.id, input)));
    },
  };
}

/** Returns the former values of the fields that a change has changed. */
function beforeOf(change: TaskChange | undefined): Partial<TaskValues> {
  if (!change) return {};
  const was = valuesOf(change.before);
  return Object.fromEntries(change.changed.map((name) => [name, was[name]]));
}
