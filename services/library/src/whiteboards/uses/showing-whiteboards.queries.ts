import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { Reference } from '../storage/summaries.queries.ts';

/** Returns the whiteboards of a Space that show assets, with those in the trash: all after an id, or one. */
export const findShowingWhiteboards = (
  database: CommonQueryMethods,
  space: string,
  { id, after = '' }: { readonly id?: string | undefined; readonly after?: string | undefined },
  limit: number,
) =>
  database.any(sql.type(z.object({ id: z.string(), title: z.string(), refs: z.array(Reference) }))`
    select d.id, d.title, x.refs
    from library.whiteboard as d
    join library.whiteboard_summary as x on x.space_id = d.space_id and x.whiteboard_id = d.id
    where d.space_id = ${space} and x.refs @> '[{"thing_kind": "asset"}]' and d.id > ${after}
      ${id === undefined ? sql.fragment`` : sql.fragment`and d.id = ${id}`}
    order by d.id limit ${limit}`);
