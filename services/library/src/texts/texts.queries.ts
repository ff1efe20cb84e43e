import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const TextPage = z.object({ text: z.string(), pages: z.number(), is_truncated: z.boolean() });

/** Returns a page of the text of a file; null for a file or page without text. */
export const findTextPage = (database: CommonQueryMethods, space: string, sha256: string, page: number) =>
  database.maybeOne(sql.type(TextPage)`
    select p.text, x.pages, x.is_truncated from library.asset_text_page as p
    join library.asset_text as x on x.space_id = p.space_id and x.sha256 = p.sha256
    where p.space_id = ${space} and p.sha256 = ${sha256} and p.page = ${page}`);

/** Returns the beginning of the text of the file of an asset; null without text. */
export const findExcerpt = (database: CommonQueryMethods, space: string, asset_id: string) =>
  database.maybeOneFirst(sql.type(z.object({ excerpt: z.string() }))`
    select x.excerpt from library.asset as a join library.asset_text as x on x.space_id = a.space_id and x.sha256 = a.sha256
    where a.space_id = ${space} and a.id = ${asset_id}`);

/** Returns the work that reads the text of a file; null without one. */
export const findTextWork = (database: CommonQueryMethods, space: string, sha256: string) =>
  database.maybeOne(sql.type(z.object({ status: z.string(), reason: z.string().nullable() }))`
    select status, reason from library.asset_processing where space_id = ${space} and sha256 = ${sha256} and work = 'text'`);
