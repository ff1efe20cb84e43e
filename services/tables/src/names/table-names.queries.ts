import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const NamedTable = z.object({ name: z.string(), id: z.string(), label: z.string(), archived: z.boolean() });

/** Returns the tables of slugs and names, without regard to the case of names: at most so many of each, those in use first. */
export const findNamedTables = (database: CommonQueryMethods, space: string, names: readonly string[], limit: number) =>
  database.any(sql.type(NamedTable)`
    select given.name, found.id, found.label, found.archived
    from unnest(${sql.array([...names], 'text')}) as given (name), lateral (
      select id, plural_label as label, archived_at is not null as archived from tables.user_table
      where space_id = ${space} and (slug = given.name or lower(plural_label) = lower(given.name))
      order by archived_at is not null, id limit ${limit}
    ) as found`);
