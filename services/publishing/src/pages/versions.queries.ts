import { MAX_VERSIONS_PER_PAGE } from '@space/contracts/publishing';
import { decodeCursor, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Outline } from '../references/outline.ts';
import type { StoredPage } from './stored-page.queries.ts';

const Version = z.object({ version: z.number() });
const Json = z.object({ json: z.string() });
const StoredVersionRow = z.object({
  version: z.number(),
  content: z.number(),
  outline: z.custom<Outline>((value) => typeof value === 'object'),
});

const meta = sql.fragment`v.version, v.page_id, ${wireTime(sql.fragment`v.created_at`)} as created_at, v.created_by, v.title, v.description,
  v.image_url, p.status = 'published' and p.published_version = v.version as published`;

const source = sql.fragment`publishing.page_version as v join publishing.page as p on p.space_id = v.space_id and p.id = v.page_id`;

/** The page of versions of a page, newest first, without their documents. */
export function listVersions(
  space: string,
  { id, limit, cursor, include_total }: { id: string; limit: number; cursor?: string | undefined; include_total: boolean },
): PageQuery {
  const matching = sql.fragment`v.space_id = ${space} and v.page_id = ${id}`;
  return {
    rows: sql.fragment`
      select json_build_array(v.version)::text as key, (select row_to_json(r) from (select ${meta}) as r)::text as item
      from ${source}
      where ${matching} ${cursor ? sql.fragment`and v.version < ${decodeCursor(cursor, 'integer')[0]}::bigint` : sql.fragment``}
      order by v.version desc limit ${limit + 1}`,
    limit,
    total: include_total ? sql.fragment`select count(*) from publishing.page_version as v where ${matching}` : undefined,
  };
}

/** One version as the wire shows it, or null. */
export const findVersion = (database: CommonQueryMethods, space: string, id: string, version: number) =>
  database.maybeOneFirst(sql.type(Json)`
    select (select row_to_json(r) from (select ${meta}, v.layout_html) as r)::text as json
    from ${source} where v.space_id = ${space} and v.page_id = ${id} and v.version = ${version}`);

/** What was read in the document of a version, or null. */
export const findStoredVersion = (database: CommonQueryMethods, space: string, id: string, version: number) =>
  database.maybeOne(sql.type(StoredVersionRow)`
    select version, content, outline from publishing.page_version
    where space_id = ${space} and page_id = ${id} and version = ${version}`);

/** Keeps what a locked page says as a version, unless one says that already; answers its number. */
export const ensureVersion = (tx: CommonQueryMethods, { space_id, id, content }: StoredPage, by: string, now: string): Promise<number> =>
  tx.oneFirst(sql.type(Version)`
    with kept as (
      select version from publishing.page_version where space_id = ${space_id} and page_id = ${id} and content = ${content}
    ), new as (
      insert into publishing.page_version (space_id, page_id, version, content, title, description, image_url, layout_html, outline,
        created_at, created_by)
      select p.space_id, p.id, (
          select coalesce(max(version), 0) + 1 from publishing.page_version where space_id = p.space_id and page_id = p.id
        ), p.content, p.title, p.description, p.image_url, p.layout_html, p.outline, ${now}::timestamptz, ${by}::jsonb
      from publishing.page as p where p.space_id = ${space_id} and p.id = ${id} and not exists (select from kept)
      returning version
    )
    select version from kept union all select version from new`);

/** Brings what a version says back into its page, which must be locked. */
export const restoreVersion = (tx: CommonQueryMethods, { space_id, id }: StoredPage, version: number, now: string) =>
  tx.query(sql.typeAlias('void')`
    update publishing.page as p
    set title = v.title, description = v.description, image_url = v.image_url, layout_html = v.layout_html, outline = v.outline,
      -- It says what that version says, so publishing it makes no other one.
      content = v.content,
      version = p.version + 1, updated_at = ${now}::timestamptz
    from publishing.page_version as v
    where p.space_id = ${space_id} and p.id = ${id} and v.space_id = p.space_id and v.page_id = p.id and v.version = ${version}`);

/** Forgets the oldest versions beyond those that are kept, but never the one that visitors see. */
export const deleteOldVersions = (tx: CommonQueryMethods, space: string, id: string, published: number) =>
  tx.query(sql.typeAlias('void')`
    delete from publishing.page_version where space_id = ${space} and page_id = ${id} and version <> ${published}
      and version <= (select max(version) from publishing.page_version where space_id = ${space} and page_id = ${id}) - ${MAX_VERSIONS_PER_PAGE}`);
