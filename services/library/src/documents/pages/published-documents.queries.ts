import { sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** The publications `p` that visitors can open, of all Spaces that are not being deleted. */
const shown = sql.fragment`library.document_publication as p
  join library.document as d on d.space_id = p.space_id and d.id = p.document_id and d.trashed_at is null
  where not exists (select from library.closed_space as closed where closed.space_id = p.space_id)`;

/** Returns the number of published documents, and the time of the last publication. */
export const countPublished = (database: CommonQueryMethods) =>
  database.one(sql.type(z.object({ count: z.number(), published_at: z.string().nullable() }))`
    select count(*) as count, ${wireTime(sql.fragment`max(p.published_at)`)} as published_at from ${shown}`);

/** Returns the number of stored publications, which is no less than that of published documents, and cheaper. */
export const countPublications = (database: CommonQueryMethods) =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) as count from library.document_publication`);

/** Returns published documents in the order of their creation, so that one stays in its sitemap while no earlier one leaves. */
export const listPublished = (
  database: CommonQueryMethods,
  origin: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) =>
  database.any(sql.type(z.object({ url: z.string(), published_at: z.number() }))`
    select ${origin} || '/doc/' || p.slug as url, p.published_at from ${shown}
    order by p.document_id, p.space_id limit ${limit} offset ${offset}`);
