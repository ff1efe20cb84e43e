import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { pageUrlSql } from '../addresses/page-url-sql.ts';

/** Returns the addresses of those pages of a Space with these ids that are published. */
export const findPublishedAddresses = (database: CommonQueryMethods, origin: string, space: string, ids: readonly string[]) =>
  database.any(sql.type(z.object({ id: z.string(), url: z.string() }))`
    select p.id, ${pageUrlSql(origin)} as url from publishing.page as p
    left join publishing.site as s on s.space_id = p.space_id and s.id = p.site_id
    where p.space_id = ${space} and p.id = any(${sql.array([...ids], 'text')}) and p.status = 'published' and p.slug is not null`);
