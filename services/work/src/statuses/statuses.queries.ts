import { statusCategories, statusesWithoutProject, type TaskStatus } from '@space/contracts/work';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const StatusRow = z.object({ project_id: z.string(), id: z.string(), name: z.string(), category: z.enum(statusCategories) });
const ProjectRow = z.object({ id: z.string(), name: z.string(), key: z.string(), is_trashed: z.boolean(), version: z.number() });

/** A project as its tasks name it. */
export type ProjectOfTask = z.infer<typeof ProjectRow>;

/** Returns the projects with these ids or keys. */
export const findProjects = (tx: CommonQueryMethods, space: string, references: readonly string[]): Promise<readonly ProjectOfTask[]> =>
  references.length === 0
    ? Promise.resolve([])
    : tx.any(sql.prepared('work-projects', ProjectRow)`
        select p.id, p.name, p.key, p.trashed_at is not null as is_trashed, p.version from work.project as p
        where p.space_id = ${space} and (p.id = any(${sql.array([...references], 'text')}) or p.key = any(${sql.array([...references], 'text')}))`);

/**
 * Locks the status that a task of a project gets until the transaction ends, against its removal and another category, and returns it as it
 * is now; null when it is gone.
 */
export const lockStatus = (tx: CommonQueryMethods, space: string, id: string): Promise<TaskStatus | null> =>
  tx.maybeOne(sql.prepared('work-lock-status', StatusRow.omit({ project_id: true }))`
    select id, name, category from work.task_status where space_id = ${space} and id = ${id} for key share`);

/** Locks the statuses of a project, so that no task gets one of them until the transaction ends. */
export const lockStatuses = (tx: CommonQueryMethods, space: string, project: string) =>
  tx.any(sql.type(StatusRow.pick({ id: true }))`
    select id from work.task_status where space_id = ${space} and project_id = ${project} order by id for update`);

/** Returns the statuses of projects in order, by the id of the project; '' has those of tasks without a project. */
export async function findStatuses(
  tx: CommonQueryMethods,
  space: string,
  projects: readonly string[],
): Promise<ReadonlyMap<string, readonly TaskStatus[]>> {
  const rows =
    projects.length === 0
      ? []
      : await tx.any(sql.prepared('work-statuses', StatusRow)`
          select project_id, id, name, category from work.task_status
          where space_id = ${space} and project_id = any(${sql.array([...projects], 'text')}) order by project_id, place`);
  const byProject = Map.groupBy(rows, ({ project_id }) => project_id);
  const statuses = [...byProject].map(([id, of]) => [id, of.map(({ project_id: _, ...status }) => status)] as const);
  return new Map<string, readonly TaskStatus[]>([['', statusesWithoutProject], ...statuses]);
}
