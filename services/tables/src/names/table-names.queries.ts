import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const NamedTable = z.object({ id: z.string(), plural_label: z.string(), archived: z.boolean() });

/** A table that a text may mean. */
export type NamedTable = z.infer<typeof NamedTable>;

/** Returns tables with this slug or, without regard to case, this name: at most so many. */
export const findNamedTables = (database: CommonQueryMethods, space: string, name: string, limit: number) =>
  database.any(sql.type(NamedTable)`
    select id, plural_label, archived_at is not null as archived from tables.user_table
    where space_id = ${space} and (slug = ${name} or lower(plural_label) = lower(${name})) order by archived_at is not null, id limit ${limit}`);
