import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { Reference } from '../storage/texts.queries.ts';

/** Returns the documents of a Space that show assets, with those in the trash: all after an id, or one. */
export const findShowingDocuments = (
  database: CommonQueryMethods,
  space: string,
  { id, after = '' }: { readonly id?: string | undefined; readonly after?: string | undefined },
  limit: number,
) =>
  database.any(sql.type(z.object({ id: z.string(), title: z.string(), refs: z.array(Reference) }))`
    select d.id, d.title, x.refs from library.document as d
    join library.document_text as x on x.space_id = d.space_id and x.document_id = d.id
    where d.space_id = ${space} and x.refs @> '[{"thing_kind": "asset"}]' and d.id > ${after}
      ${id === undefined ? sql.fragment`` : sql.fragment`and d.id = ${id}`}
    order by d.id limit ${limit}`);
