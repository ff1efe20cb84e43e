import { StoredContent } from '@space/contracts/uploads';
import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { isPublicUse } from '../rows/public-use-sql.ts';

const ContentRow = z.object({
  space_id: z.string(),
  id: z.string(),
  name: z.string(),
  content_type: z.string(),
  size: z.number(),
  sha256: z.string(),
  links_version: z.number(),
  picture: StoredContent.shape.picture,
});

/** The file of an asset as its readers get it. */
export type ContentRow = z.infer<typeof ContentRow>;

/** The facts of the picture with a hash, for an asset `a`. */
const pictureOf = (sha256: FragmentSqlToken) => sql.fragment`(
  select json_build_object('status', coalesce(max(p.status), 'unsupported'), 'width', max(p.width), 'height', max(p.height),
    'focal_point', a.focal_point)
  from library.asset_processing as p where p.space_id = a.space_id and p.sha256 = ${sha256} and p.work = 'picture')`;

const columns = sql.fragment`a.space_id, a.id, a.name, a.content_type, a.size, a.sha256, a.links_version,
  ${pictureOf(sql.fragment`a.sha256`)} as picture`;

/** Returns the file of an asset that everyone may read, in any Space; null without one. */
export const findPublicContent = (database: CommonQueryMethods, id: string) =>
  database.maybeOne(sql.type(ContentRow)`
    select ${columns} from library.asset as a where a.id = ${id} and a.trashed_at is null and (a.is_public or exists (
      select from library.asset_use as u where u.space_id = a.space_id and u.asset_id = a.id and ${isPublicUse}))`);

/** Returns the file of an asset that a thing shows; null without one. */
export const findShownContent = (
  database: CommonQueryMethods,
  space: string,
  thing: { readonly kind: string; readonly id: string },
  id: string,
) =>
  database.maybeOne(sql.type(ContentRow)`
    select ${columns} from library.asset as a
    where a.space_id = ${space} and a.id = ${id} and a.trashed_at is null and exists (
      select from library.asset_use as u
      where u.space_id = a.space_id and u.asset_id = a.id and u.kind = ${thing.kind} and u.thing_id = ${thing.id})`);

/** Returns the file of an asset whose links have a number; null without one. */
export const findLinkedContent = (database: CommonQueryMethods, space: string, id: string, links_version: number) =>
  database.maybeOne(sql.type(ContentRow)`
    select ${columns} from library.asset as a
    where a.space_id = ${space} and a.id = ${id} and a.trashed_at is null and a.links_version = ${links_version}`);

/** Returns the file that an asset of a Space has, or had in a version that is stored; null without one, and for an asset in the trash. */
export const findContent = (database: CommonQueryMethods, space: string, id: string, version: number | undefined) =>
  version === undefined
    ? database.maybeOne(sql.type(ContentRow)`
        select ${columns} from library.asset as a where a.space_id = ${space} and a.id = ${id} and a.trashed_at is null`)
    : database.maybeOne(sql.type(ContentRow)`
        select a.space_id, a.id, v.name, v.content_type, v.size, v.sha256, a.links_version, ${pictureOf(sql.fragment`v.sha256`)} as picture
        from library.asset as a join library.asset_version as v on v.space_id = a.space_id and v.asset_id = a.id and v.version = ${version}
        where a.space_id = ${space} and a.id = ${id} and a.trashed_at is null`);
