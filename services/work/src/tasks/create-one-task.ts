import { randomInt, randomUUID } from 'node:crypto';
import type { Answer, Call } from '@space/bus';
import { MAX_TASKS, type Task, taskCreated, type tasks } from '@space/contracts/work';
import { sql } from '@space/database';
import { NoRowsAffected, type SingleStatementWrite, type Writer } from '@space/event-log';
import type { CommonQueryMethods } from 'slonik';
import { insertAlarms } from '../alarms/alarms.queries.ts';
import { alarmsOf } from '../alarms/alarms.ts';
import { taskEventData } from '../changes/event-data.ts';
import type { People } from '../people/people.ts';
import { addToCount, nextPlace, taskCount } from '../places/lists.queries.ts';
import { resolvePlaces } from '../places/resolve-places.ts';
import { identifierOf, type TaskRow, valuesOf } from '../rows/task-row.ts';
import { insertAssignees, insertLabels, insertNumberedTask } from '../rows/task-rows.queries.ts';
import type { ProjectOfTask } from '../statuses/statuses.queries.ts';
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

/** Builds the statement that creates a task. Its number and place are marks, which the statement replaces by what it draws. */
function creationOf(row: TaskRow, project: ProjectOfTask | null, people: People): SingleStatementWrite<Create> {
  const space = row.space_id;
  const alarms = alarmsOf({ task: row, isNewDue: true }, Date.parse(row.created_at));
  const forNew = sql.fragment`where exists (select from change)`;
  const parts = [
    {
      name: 'assigned',
      isPresent: row.assignees.length > 0,
      insert: insertAssignees(space, [row], forNew),
    },
    { name: 'labelled', isPresent: row.labels.length > 0, insert: insertLabels(space, [row], forNew) },
    { name: 'timed', isPresent: alarms.length > 0, insert: insertAlarms(space, alarms, forNew) },
  ].filter(({ isPresent }) => isPresent);
  return {
    // Each combination of parts is another text.
    prepare: ['work-create', ...(project ? ['numbered'] : []), ...parts.map(({ name }) => name)].join('-'),
    change: project ? drawSql(space, project) : placeSql(space),
    also: [
      sql.fragment`counted as (${addToCount(space, 1, sql.fragment`from change`)})`,
      sql.fragment`task as (${insertNumberedTask(row)})`,
      ...parts.map(({ name, insert }) => sql.fragment`${sql.identifier([name])} as (${insert})`),
    ],
    answer: JSON.stringify(answerOf(row)),
    fill: [
      { mark: row.position, value: sql.fragment`change.position` },
      ...(project ? [{ mark: String(row.number), value: sql.fragment`change.number::text` }] : []),
    ],
    version: 1,
    emit: (event) => event(taskCreated, taskEventData(row, people)),
  };
}

/** Returns a new task as the wire shows it. */
function answerOf(row: TaskRow): Task {
  const { project_id: _, status_id: __, ...values } = valuesOf(row);
  return {
    id: row.id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    identifier: identifierOf(row),
    number: row.number,
    ...values,
    project: row.project && { id: row.project.id, name: row.project.name, key: row.project.key },
    status: { id: row.status_id, name: row.status, category: row.status_category },
    assignees: [...row.assignees],
    due_at: row.due_at,
    position: row.position,
    blocked: false,
    links: [],
    subtasks: { total: 0, done: 0 },
    comment_count: 0,
    completed_at: row.completed_at,
    next_task_id: null,
    claim_ends_at: null,
    created_by: row.created_by,
    trashed_at: null,
  };
}

/** Draws the number and the place of a task in a project, unless that is another version. The row of its list stays locked. */
const drawSql = (space: string, { id, version }: { readonly id: string; readonly version: number }) => sql.fragment`
  update work.task_list set last_number = last_number + 1
  where space_id = ${space} and project_id = ${id} and project_version = ${version} and ${taskCount(space)} < ${MAX_TASKS}
  returning last_number as number, ${nextPlace} as position`;

/** Draws the place of a task without a project. */
const placeSql = (space: string) => sql.fragment`
  select null::int as number, ${nextPlace} as position where ${taskCount(space)} < ${MAX_TASKS}`;
