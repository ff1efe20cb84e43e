import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const ContentRow = z.object({
  space_id: z.string(),
  id: z.string(),
  name: z.string(),
  content_type: z.string(),
  size: z.number(),
  sha256: z.string(),
  links_version: z.number(),
});

/** The file of an asset as its readers get it. */
export type ContentRow = z.infer<typeof ContentRow>;

const columns = sql.fragment`a.space_id, a.id, a.name, a.content_type, a.size, a.sha256, a.links_version`;

/** Returns the file of an asset that everyone may read, in any Space; null without one. */
export const findPublicContent = (database: CommonQueryMethods, id: string) =>
  database.maybeOne(sql.type(ContentRow)`
    select ${columns} from library.asset as a where a.id = ${id} and a.trashed_at is null and (a.is_public or exists (
      select from library.asset_use as u where u.space_id = a.space_id and u.asset_id = a.id and u.is_public))`);

/** Returns the file of an asset whose links have a number; null without one. */
export const findLinkedContent = (database: CommonQueryMethods, space: string, id: string, links_version: number) =>
  database.maybeOne(sql.type(ContentRow)`
    select ${columns} from library.asset as a
    where a.space_id = ${space} and a.id = ${id} and a.trashed_at is null and a.links_version = ${links_version}`);
