import { MAX_TASKS } from '@space/contracts/work';
import { sql } from '@space/database';
import { type Alarm, alarmsSql } from '../alarms/alarms.queries.ts';
import { addToCount, nextPlace, taskCount } from '../places/lists.queries.ts';
import type { TaskRow } from '../rows/task-row.ts';
import { insertAssignees, insertLabels, insertNumberedTask } from '../rows/task-rows.queries.ts';
import type { ProjectOfTask } from '../statuses/statuses.queries.ts';

/**
 * Builds the statement that inserts a task with its parts, and counts it. Its number and its place are marks, which the statement replaces by what
 * it draws. It affects no row when the project has another version, or the Space has too many tasks.
 */
export function creationSql(row: TaskRow, project: ProjectOfTask | null, alarms: readonly Alarm[]) {
  const space = row.space_id;
  const forNew = sql.fragment`where exists (select from change)`;
  const parts = [
    { name: 'assigned', isPresent: row.assignees.length > 0, insert: () => insertAssignees(space, [row], forNew) },
    { name: 'labelled', isPresent: row.labels.length > 0, insert: () => insertLabels(space, [row], forNew) },
    { name: 'timed', isPresent: alarms.length > 0, insert: () => alarmsSql(space, alarms, forNew) },
  ].filter(({ isPresent }) => isPresent);
  return {
    // Each combination of parts is another text.
    prepare: ['work-create', ...(project ? ['numbered'] : []), ...parts.map(({ name }) => name)].join('-'),
    change: project ? drawSql(space, project) : placeSql(space),
    also: [
      sql.fragment`counted as (${addToCount(space, 1, sql.fragment`from change`)})`,
      sql.fragment`task as (${insertNumberedTask(row)})`,
      ...parts.map(({ name, insert }) => sql.fragment`${sql.identifier([name])} as (${insert()})`),
    ],
    fill: [
      { mark: row.position, value: sql.fragment`change.position` },
      ...(project ? [{ mark: String(row.number), value: sql.fragment`change.number::text` }] : []),
    ],
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
