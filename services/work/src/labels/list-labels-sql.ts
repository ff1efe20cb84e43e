import { listQuery, type PageInput, type PageQuery, sql } from '@space/database';
import { projectNamed } from '../rows/project-named-sql.ts';
import { isOpen } from '../rows/task-json-sql.ts';

/** The filters of a list of labels. */
interface LabelFilters extends PageInput {
  readonly project_id?: string | undefined;
  readonly sort: string;
}

const t = sql.fragment`t`;

/** The query of the labels of tasks with the number of their open and done tasks. */
export const listLabels = (space: string, { project_id, sort, ...list }: LabelFilters): PageQuery =>
  listQuery(list, {
    from: sql.fragment`(
      select l.label, count(*) filter (where ${isOpen(t)}) as open, count(*) filter (where t.status_category = 'done') as done
      from work.task_label as l join work.task as t on t.space_id = l.space_id and t.id = l.task_id
      where l.space_id = ${space} and t.trashed_at is null ${project_id === undefined ? sql.fragment`` : sql.fragment`and t.project_id = ${projectNamed(space, project_id)}`}
      group by l.label) as n`,
    alias: 'n',
    where: sql.fragment`true`,
    item: sql.fragment`json_build_object('label', n.label, 'open', n.open, 'done', n.done)`,
    sortBy: [{ column: sql.fragment`n.label collate "C"`, type: 'text' }],
    direction: sort.startsWith('-') ? 'desc' : 'asc',
    order: sort,
  });
