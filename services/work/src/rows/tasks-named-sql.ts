import { sql } from '@space/database';

/**
 * The tasks `t` of a Space with these ids. Postgres does not look into the list: it finds each task by its key, with one plan for all Spaces. With the ids
 * as parameters it plans again for each, and takes a Space without statistics for one with few tasks.
 */
export const tasksNamed = (space: string, ids: Iterable<string>) => sql.fragment`
  jsonb_to_recordset(${JSON.stringify([...new Set(ids)].map((id) => ({ space_id: space, id })))}::jsonb) as given (space_id text, id text)
  join work.task as t on t.space_id = given.space_id and t.id = given.id`;
