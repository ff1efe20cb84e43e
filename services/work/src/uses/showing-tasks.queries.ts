import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const ShowingTask = z.object({
  id: z.string(),
  title: z.string(),
  asset_ids: z.array(z.string()),
  about_ids: z.array(z.string()),
});

/** A task that shows assets: its attachments, and the assets that it is about. */
export type ShowingTask = z.infer<typeof ShowingTask>;

/** Returns the tasks of a Space that show assets, with those in the trash: all after an id, or one. */
export const findShowingTasks = (
  database: CommonQueryMethods,
  space: string,
  { id, after = '' }: { readonly id?: string | undefined; readonly after?: string | undefined },
  limit: number,
) =>
  database.any(sql.type(ShowingTask)`
    select t.id, t.title, t.asset_ids,
      array(select e->>'id' from jsonb_array_elements(t.about) as e where e->>'kind' = 'asset') as about_ids
    from work.task as t
    where t.space_id = ${space} and (t.asset_ids <> '{}' or t.about @> '[{"kind": "asset"}]') and t.id > ${after}
      ${id === undefined ? sql.fragment`` : sql.fragment`and t.id = ${id}`}
    order by t.id limit ${limit}`);
