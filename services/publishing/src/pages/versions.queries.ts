import type { Actor } from '@space/contracts/core';
import { MAX_REPLACED_DRAFTS_PER_PAGE, MAX_VERSIONS_PER_PAGE } from '@space/contracts/publishing';
import { listQuery, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Outline } from '../references/outline.ts';
import type { StoredPage } from './stored-page.queries.ts';

const VersionNumber = z.object({ version: z.number() });
const StoredVersionRow = z.object({
  version: z.number(),
  content_revision: z.number(),
  image_url: z.string().nullable(),
  outline: z.custom<Outline>((value) => typeof value === 'object'),
});

const summaryColumns = sql.fragment`v.version, v.page_id, ${wireTime(sql.fragment`v.created_at`)} as created_at, v.created_by, v.title,
  v.description, v.image_url, v.draft, p.status = 'published' and p.published_version = v.version as published`;

const pageOfVersion = sql.fragment`publishing.page as p where p.space_id = v.space_id and p.id = v.page_id`;

/** Lists the versions of a page without their documents. */
export const listVersions = (space: string, { id, sort, ...list }: PageInput & { readonly id: string; readonly sort: string }): PageQuery =>
  listQuery(list, {
    from: sql.fragment`publishing.page_version as v`,
    alias: 'v',
    where: sql.fragment`v.space_id = ${space} and v.page_id = ${id}`,
    item: sql.fragment`(select row_to_json(r) from (select ${summaryColumns} from ${pageOfVersion}) as r)`,
    sortBy: [{ column: sql.fragment`v.version`, type: 'integer' }],
    direction: sort === 'version' ? 'asc' : 'desc',
    order: sort,
  });

/** Returns a version as the wire shows it, as JSON text, or null. */
export const findVersion = (database: CommonQueryMethods, space: string, id: string, version: number) =>
  database.maybeOneFirst(sql.type(z.object({ json: z.string() }))`
    select (select row_to_json(r) from (select ${summaryColumns}, v.layout_html from ${pageOfVersion}) as r)::text as json
    from publishing.page_version as v where v.space_id = ${space} and v.page_id = ${id} and v.version = ${version}`);

/** Returns the outline and the content revision of a version, or null. */
export const findStoredVersion = (database: CommonQueryMethods, space: string, id: string, version: number) =>
  database.maybeOne(sql.type(StoredVersionRow)`
    select version, content_revision, image_url, outline from publishing.page_version
    where space_id = ${space} and page_id = ${id} and version = ${version}`);

/** Returns the number of the version that has the content of a locked page; inserts that version as a draft when there is none. */
export const ensureVersion = (
  tx: CommonQueryMethods,
  { space_id, id, content_revision }: StoredPage,
  by: Actor,
  now: string,
): Promise<number> =>
  tx.oneFirst(sql.type(VersionNumber)`
    with existing as (
      select version from publishing.page_version
      where space_id = ${space_id} and page_id = ${id} and content_revision = ${content_revision}
    ), inserted as (
      insert into publishing.page_version (space_id, page_id, version, content_revision, title, description, image_url, layout_html,
        outline, draft, created_at, created_by)
      select p.space_id, p.id, (
          select coalesce(max(version), 0) + 1 from publishing.page_version where space_id = p.space_id and page_id = p.id
        ), p.content_revision, p.title, p.description, p.image_url, p.layout_html, p.outline, true, ${now}::timestamptz,
        ${JSON.stringify(by)}::jsonb
      from publishing.page as p where p.space_id = ${space_id} and p.id = ${id} and not exists (select from existing)
      returning version
    )
    select version from existing union all select version from inserted`);

/** Marks a version of a locked page as published; does nothing when it was published before. */
export const markVersionPublished = (tx: CommonQueryMethods, { space_id, id }: StoredPage, version: number, by: Actor, now: string) =>
  tx.query(sql.typeAlias('void')`
    update publishing.page_version set draft = false, created_at = ${now}::timestamptz, created_by = ${JSON.stringify(by)}::jsonb
    where space_id = ${space_id} and page_id = ${id} and version = ${version} and draft`);

/** Returns the bytes of the version that would store the content of a page, or null when a version has its content already. */
export const newVersionBytes = (database: CommonQueryMethods, space: string, id: string) =>
  database.maybeOneFirst(sql.type(z.object({ bytes: z.number() }))`
    select coalesce(pg_column_size(p.layout_html), 0) + coalesce(pg_column_size(p.outline), 0) as bytes
    from publishing.page as p where p.space_id = ${space} and p.id = ${id} and not exists (
      select from publishing.page_version as v
      where v.space_id = p.space_id and v.page_id = p.id and v.content_revision = p.content_revision)`);

/** Copies the content of a version into its page, which must be locked. */
export const restoreVersion = (tx: CommonQueryMethods, { space_id, id }: StoredPage, version: number, now: string) =>
  tx.query(sql.typeAlias('void')`
    update publishing.page as p
    set title = v.title, description = v.description, image_url = v.image_url, layout_html = v.layout_html, outline = v.outline,
      -- The revision is that of the version, so publishing the page inserts no new version.
      content_revision = v.content_revision,
      version = p.version + 1, updated_at = ${now}::timestamptz
    from publishing.page_version as v
    where p.space_id = ${space_id} and p.id = ${id} and v.space_id = p.space_id and v.page_id = p.id and v.version = ${version}`);

/**
 * Deletes the versions of a locked page except the one that was published last, the newest `MAX_VERSIONS_PER_PAGE` that were
 * published, and the newest `MAX_REPLACED_DRAFTS_PER_PAGE` drafts.
 */
export const deleteOldVersions = (tx: CommonQueryMethods, { space_id, id }: StoredPage) =>
  tx.query(sql.typeAlias('void')`
    delete from publishing.page_version as v using (
        select version, draft, row_number() over (partition by draft order by version desc) as age
        from publishing.page_version where space_id = ${space_id} and page_id = ${id}
      ) as old
    where v.space_id = ${space_id} and v.page_id = ${id} and v.version = old.version
      and old.age > case when old.draft then ${MAX_REPLACED_DRAFTS_PER_PAGE}::integer else ${MAX_VERSIONS_PER_PAGE}::integer end
      and v.version is distinct from (select published_version from publishing.page where space_id = ${space_id} and id = ${id})`);
