import { randomInt, randomUUID } from 'node:crypto';
import type { Answer, Call } from '@space/bus';
import type { tasks } from '@space/contracts/work';
import { NoRowsAffected, type SingleStatementWrite, type Writer } from '@space/event-log';
import type { CommonQueryMethods } from 'slonik';
import { alarmsOf } from '../alarms/alarms.ts';
import { announceCreation } from '../changes/announce.ts';
import type { People } from '../people/people.ts';
import { resolvePlaces } from '../places/resolve-places.ts';
import { nothingAround, taskOfRow } from '../rows/task-of-row.ts';
import type { TaskRow } from '../rows/task-row.ts';
import type { ProjectOfTask } from '../statuses/statuses.queries.ts';
import { creationSql } from './create-one-task-sql.ts';
import { newRow, type PreparedTasks } from './create-tasks.ts';

/** Numbers of fifteen digits that stand for one that is not drawn yet; no text of a call has the random one. */
const [MIN_NUMBER_MARK, MAX_NUMBER_MARK] = [10 ** 14, 2 ** 48 - 1];

type Create = (typeof tasks)['operations']['create'];

/**
 * Creates a task without a parent in one statement, which holds the lock of its list for the shortest time. Returns null when it can not:
 * the project has changed meanwhile, or the Space has too many tasks. The caller then creates it in a transaction, which says why not.
 */
export async function createOneTask(
  database: CommonQueryMethods,
  writer: Writer,
  call: Call<Create>,
  { tasks: [task], people }: PreparedTasks,
): Promise<Answer<Create> | null> {
  const [place] = await resolvePlaces(database, call.caller.space_id, [{ ...task!, prefix: '' }]);
  const { project } = place!;
  try {
    return await writer.writeOne(call, (now) => {
      const marks = { number: project && randomInt(MIN_NUMBER_MARK, MAX_NUMBER_MARK), position: randomUUID() };
      return creationOf(newRow(task!, { ...place!, ...marks }, people, call.caller, now), project, people);
    });
  } catch (error) {
    if (error instanceof NoRowsAffected) return null;
    throw error;
  }
}

/** Returns the statement that creates a task, with its answer and its events. */
function creationOf(row: TaskRow, project: ProjectOfTask | null, people: People): SingleStatementWrite<Create> {
  return {
    ...creationSql(row, project, alarmsOf({ task: row, isNewDue: true }, Date.parse(row.created_at))),
    answer: JSON.stringify(taskOfRow(row, nothingAround)),
    version: 1,
    emit: (event) => announceCreation({ emit: event }, row, people),
  };
}
