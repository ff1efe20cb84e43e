import { sql } from '@space/database';

/** The id of the project that an id or a key names. */
export const projectNamed = (space: string, reference: string) => sql.fragment`(
  select p.id from work.project as p where p.space_id = ${space} and (p.id = ${reference} or p.key = ${reference}))`;
