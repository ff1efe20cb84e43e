import type { TaskStatus } from '@space/contracts/work';
import { containing, listQuery, lockVersioned, orderOf, type PageInput, sql, unnestRows, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { isOpen } from '../rows/task-json-sql.ts';

const ProjectJson = z.object({ json: z.string(), version: z.number() });
const LockedProject = z.object({
  id: z.string(),
  name: z.string(),
  key: z.string(),
  description: z.string().nullable(),
  archived: z.boolean(),
  is_trashed: z.boolean(),
  version: z.number(),
});

/** A project as it is stored. */
export type ProjectRow = z.infer<typeof LockedProject>;

const t = sql.fragment`t`;

/** The JSON of a project `p`. */
const projectJson = sql.fragment`(select row_to_json(r) from (select
  p.id, ${wireTime(sql.fragment`p.created_at`)} as created_at, ${wireTime(sql.fragment`p.updated_at`)} as updated_at, p.name, p.key,
  p.description, p.archived,
  (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'category', s.category) order by s.place), '[]')
    from work.task_status as s where s.space_id = p.space_id and s.project_id = p.id) as statuses,
  (select json_build_object('total', count(*), 'open', count(*) filter (where ${isOpen(t)}))
    from work.task as t where t.space_id = p.space_id and t.project_id = p.id and t.trashed_at is null) as tasks,
  ${wireTime(sql.fragment`p.trashed_at`)} as trashed_at
) as r)`;

/** The query of one project. */
export const projectById = (space: string, id: string) => sql.type(ProjectJson)`
  select ${projectJson}::text as json, p.version from work.project as p where p.space_id = ${space} and p.id = ${id}`;

/** Returns a project, locked until the transaction ends. Throws `not_found` and `precondition_failed`. */
export const lockProject = (tx: CommonQueryMethods, space: string, id: string, ifMatch: readonly number[] | null) =>
  lockVersioned(
    tx,
    sql.type(LockedProject)`
      select p.id, p.name, p.key, p.description, p.archived, p.trashed_at is not null as is_trashed, p.version
      from work.project as p where p.space_id = ${space} and p.id = ${id}`,
    { noun: 'project', id, ifMatch },
  );

/** The filters of a list of projects. */
interface ProjectFilters extends PageInput {
  readonly archived: boolean;
  readonly trashed: boolean;
  readonly search?: string | undefined;
  readonly sort: string;
}

/** The query of a list of projects. */
export const listProjects = (space: string, { archived, trashed, search, ...list }: ProjectFilters) =>
  listQuery(list, {
    from: sql.fragment`work.project as p`,
    alias: 'p',
    where: sql.fragment`p.space_id = ${space}
      and ${trashed ? sql.fragment`p.trashed_at is not null` : sql.fragment`p.trashed_at is null and p.archived = ${archived}`}
      ${search ? sql.fragment`and (p.name ilike ${containing(search)} or p.key ilike ${containing(search)})` : sql.fragment``}`,
    item: projectJson,
    ...orderOf(list.sort, 'p', {
      name: { column: sql.fragment`lower(p.name)`, type: 'text' },
      updated_at: { column: sql.fragment`p.updated_at`, type: 'timestamp' },
    }),
  });

/** Returns the number of projects of a Space, with those in the trash. */
export const countProjects = (tx: CommonQueryMethods, space: string) =>
  tx.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) as count from work.project where space_id = ${space}`);

/** Locks the keys of projects of a Space until the transaction ends, so that each creation sees those of the others. */
export const lockKeys = (tx: CommonQueryMethods, space: string) =>
  tx.query(sql.type(z.object({ locked: z.literal(true) }))`
    select pg_advisory_xact_lock(hashtextextended('work.keys ' || ${space}, 0)) is not null as locked`);

/** Returns the keys of a Space that begin with a text. */
export const findKeys = (tx: CommonQueryMethods, space: string, beginning: string) =>
  tx.anyFirst(sql.type(z.object({ key: z.string() }))`
    select key from work.project where space_id = ${space} and key like ${`${beginning}%`}`);

/** Returns the id of the project with a key, or null. */
export const findIdByKey = (database: CommonQueryMethods, space: string, key: string) =>
  database.maybeOneFirst(sql.type(z.object({ id: z.string() }))`select id from work.project where space_id = ${space} and key = ${key}`);

/** Inserts a project without statuses, with its list of tasks. */
export const insertProject = (
  tx: CommonQueryMethods,
  space: string,
  project: { readonly id: string; readonly name: string; readonly key: string; readonly description: string | null },
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    with list as (insert into work.task_list (space_id, project_id) values (${space}, ${project.id}))
    insert into work.project (space_id, id, name, key, description, created_at, updated_at)
    values (${space}, ${project.id}, ${project.name}, ${project.key}, ${project.description}, ${now}::timestamptz, ${now}::timestamptz)`);

/** Changes a project that is locked with its list: each version stands in both. */
const changeProject = (tx: CommonQueryMethods, space: string, id: string, values: FragmentSqlToken, now: string) =>
  tx.query(sql.typeAlias('void')`
    with changed as (
      update work.project set ${values}, version = version + 1, updated_at = ${now}::timestamptz
      where space_id = ${space} and id = ${id} returning version
    )
    update work.task_list set project_version = changed.version from changed where space_id = ${space} and project_id = ${id}`);

/** Writes a project. */
export const updateProject = (
  tx: CommonQueryMethods,
  space: string,
  { id, name, description, archived }: Pick<ProjectRow, 'id' | 'name' | 'description' | 'archived'>,
  now: string,
) => changeProject(tx, space, id, sql.fragment`name = ${name}, description = ${description}, archived = ${archived}`, now);

/** Moves a project to the trash, or takes it out of it. */
export const setProjectTrashed = (tx: CommonQueryMethods, space: string, id: string, trashed: boolean, now: string) =>
  changeProject(tx, space, id, sql.fragment`trashed_at = ${trashed ? now : null}::timestamptz`, now);

/** Deletes a project without tasks for good, with the old identifiers that its key began. */
export async function deleteProject(tx: CommonQueryMethods, space: string, id: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`delete from work.project where space_id = ${space} and id = ${id}`);
  await tx.query(sql.typeAlias('void')`delete from work.task_alias where space_id = ${space} and project_id = ${id}`);
  await tx.query(sql.typeAlias('void')`delete from work.task_list where space_id = ${space} and project_id = ${id}`);
}

/** Inserts or changes the statuses of a project, in their order. */
export const upsertStatuses = (tx: CommonQueryMethods, space: string, project: string, statuses: readonly TaskStatus[]) =>
  tx.query(sql.typeAlias('void')`
    insert into work.task_status as s (space_id, project_id, id, name, category, place) select ${space}, ${project}, n.* from ${unnestRows(
      statuses.map(({ id, name, category }, place) => ({ id, name, category, place })),
      { id: 'text', name: 'text', category: 'text', place: 'int4' },
      'n',
    )}
    on conflict (space_id, id) do update set name = excluded.name, category = excluded.category, place = excluded.place`);

/** Deletes statuses that no task has. */
export const deleteStatuses = (tx: CommonQueryMethods, space: string, ids: readonly string[]) =>
  tx.query(sql.typeAlias('void')`delete from work.task_status where space_id = ${space} and id = any(${sql.array([...ids], 'text')})`);

/** Returns the ids of tasks that have one of some statuses, in the trash or not; at most `limit`. */
export const findTasksWithStatus = (tx: CommonQueryMethods, space: string, project: string, statuses: readonly string[], limit: number) =>
  tx.anyFirst(sql.type(z.object({ id: z.string() }))`
    select id from work.task where space_id = ${space} and project_id = ${project} and status_id = any(${sql.array([...statuses], 'text')})
    limit ${limit}`);

/** Returns the ids of tasks of a project, in the trash or not; at most `limit`. */
export const findTasksOfProject = (tx: CommonQueryMethods, space: string, project: string, alsoTrashed: boolean, limit: number) =>
  tx.anyFirst(sql.type(z.object({ id: z.string() }))`
    select id from work.task where space_id = ${space} and project_id = ${project}
      ${alsoTrashed ? sql.fragment`` : sql.fragment`and trashed_at is null`} limit ${limit}`);
