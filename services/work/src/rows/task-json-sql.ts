import { priorities, statusesWithoutProject } from '@space/contracts/work';
import { sql, wireTime } from '@space/database';
import type { FragmentSqlToken } from 'slonik';

const t = sql.fragment`t`;

/** The category of an open task. */
export const isOpen = (task: FragmentSqlToken) => sql.fragment`${task}.status_category in ('backlog', 'todo', 'in_progress')`;

const nameWithoutProject = sql.fragment`case t.status_id ${sql.join(
  statusesWithoutProject.map(({ id, name }) => sql.fragment`when ${sql.literalValue(id)} then ${sql.literalValue(name)}`),
  sql.fragment` `,
)} end`;

const statusName = sql.fragment`coalesce((
  select s.name from work.task_status as s where s.space_id = t.space_id and s.id = t.project_status_id), ${nameWithoutProject})`;

const project = sql.fragment`(
  select json_build_object('id', p.id, 'name', p.name, 'key', p.key) from work.project as p
  where p.space_id = t.space_id and p.id = t.project_id)`;

const identifier = (task: FragmentSqlToken) => sql.fragment`(
  select p.key || '-' || ${task}.number from work.project as p where p.space_id = ${task}.space_id and p.id = ${task}.project_id)`;

const assignees = sql.fragment`(
  select coalesce(json_agg(json_build_object('kind', a.kind, 'id', a.assignee_id, 'name', a.name) order by a.place), '[]')
  from work.task_assignee as a where a.space_id = t.space_id and a.task_id = t.id)`;

const labels = sql.fragment`(
  select coalesce(json_agg(l.label order by l.place), '[]') from work.task_label as l where l.space_id = t.space_id and l.task_id = t.id)`;

/** The open tasks that block a task; those in the trash do not. */
export const openBlockers = (task: FragmentSqlToken) => sql.fragment`
  select from work.task_link as k join work.task as b on b.space_id = k.space_id and b.id = k.from_id
  where k.space_id = ${task}.space_id and k.to_id = ${task}.id and k.kind = 'blocks' and b.trashed_at is null and ${isOpen(sql.fragment`b`)}`;

const o = sql.fragment`o`;

/** The links of a task, as it sees them. */
const links = sql.fragment`(
  select coalesce(json_agg(json_build_object('id', k.id, 'kind', k.kind, 'task_id', o.id, 'identifier', ${identifier(o)}, 'title', o.title,
    'status_category', o.status_category) order by k.id), '[]')
  from (
    select id, kind, to_id as other_id from work.task_link where space_id = t.space_id and from_id = t.id
    union all
    select id, case kind when 'blocks' then 'blocked_by' when 'duplicates' then 'duplicated_by' else kind end, from_id
    from work.task_link where space_id = t.space_id and to_id = t.id
  ) as k join work.task as o on o.space_id = t.space_id and o.id = k.other_id)`;

const subtasks = sql.fragment`(
  select json_build_object('total', count(*), 'done', count(*) filter (where c.status_category = 'done'))
  from work.task as c where c.space_id = t.space_id and c.parent_id = t.id and c.trashed_at is null)`;

const commentCount = sql.fragment`(
  select count(*) from work.task_comment as m where m.space_id = t.space_id and m.task_id = t.id)`;

/** The JSON of what other rows say of a task `t`: `Surroundings`. */
export const surroundingsJson = sql.fragment`json_build_object('links', ${links}, 'subtasks', ${subtasks}, 'comment_count', ${commentCount})`;

/** The JSON of a task `t`. */
export const taskJson = sql.fragment`(select row_to_json(r) from (select
  t.id, ${wireTime(sql.fragment`t.created_at`)} as created_at, ${wireTime(sql.fragment`t.updated_at`)} as updated_at,
  ${identifier(t)} as identifier, t.number, t.title, t.description, ${project} as project,
  json_build_object('id', t.status_id, 'name', ${statusName}, 'category', t.status_category) as status,
  (array[${sql.join(
    priorities.map((name) => sql.literalValue(name)),
    sql.fragment`, `,
  )}])[t.priority + 1] as priority,
  ${assignees} as assignees, ${labels} as labels, t.parent_id, t.start_date, t.due_date, t.due_time, t.timezone,
  ${wireTime(sql.fragment`t.due_at`)} as due_at, t.estimate, t.recurrence,
  (select coalesce(json_agg(json_build_object('minutes_before', m)), '[]') from unnest(t.reminders) as m) as reminders,
  t.about, t.asset_ids, t.custom_fields, t.position,
  ${isOpen(t)} and t.trashed_at is null and exists (${openBlockers(t)}) as blocked,
  ${links} as links, ${subtasks} as subtasks,
  ${commentCount} as comment_count,
  ${wireTime(sql.fragment`t.completed_at`)} as completed_at, t.next_task_id, ${wireTime(sql.fragment`t.claim_ends_at`)} as claim_ends_at,
  t.created_by, ${wireTime(sql.fragment`t.trashed_at`)} as trashed_at
) as r)`;

/** The JSON of the row of a task `t` with the parts that its events name: a `TaskRow`. */
export const taskRowJson = sql.fragment`(to_jsonb(t) - 'project_status_id' || jsonb_build_object(
  'assignees', ${assignees}, 'labels', ${labels}, 'project', ${project}, 'status', ${statusName}))`;
