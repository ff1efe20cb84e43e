import { listQuery, type PageInput, type PageQuery, sql, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { pageUrlSql } from '../addresses/page-url-sql.ts';
import type { ReferenceNames } from './resolve-references.ts';

/** The content that uses a reference: the present one of the page, or the published version. */
export type Stage = 'draft' | 'published';

/** Replaces the stored references of a page with these forms and booking pages. */
export async function replaceReferences(
  tx: CommonQueryMethods,
  space: string,
  page: string,
  stage: Stage,
  names: ReferenceNames,
): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    delete from publishing.page_reference where space_id = ${space} and page_id = ${page} and stage = ${stage}`);
  const references = Object.entries(names).map(([id, name]) => ({ id, name }));
  if (references.length === 0) return;
  await tx.query(sql.typeAlias('void')`
    insert into publishing.page_reference (space_id, page_id, stage, target_id, name)
    select ${space}, ${page}, ${stage}, t.id, t.name
    from ${unnestRows(references, { id: 'text', name: 'text' }, 't')}`);
}

/** Deletes the references of the published version of a page, when the page is unpublished. */
export const deletePublishedReferences = (tx: CommonQueryMethods, space: string, page: string) =>
  replaceReferences(tx, space, page, 'published', {});

/** Lists the pages that use a form or a booking page of a Space, oldest first. */
export const listPageUses = (space: string, origin: string, { id, ...list }: PageInput & { readonly id: string }): PageQuery =>
  listQuery(list, {
    from: sql.fragment`(
      select p.id as page_id, p.title as page,
        case when p.status = 'published' then ${pageUrlSql(origin)} end as url,
        bool_or(r.stage = 'draft') as in_draft, bool_or(r.stage = 'published') as in_published
      from publishing.page_reference as r
      join publishing.page as p on p.space_id = r.space_id and p.id = r.page_id
      left join publishing.site as s on s.space_id = p.space_id and s.id = p.site_id
      where r.space_id = ${space} and r.target_id = ${id}
      group by p.id, p.title, p.status, p.site_id, p.slug, s.home_page_id, s.slug) as u`,
    alias: 'u',
    where: sql.fragment`true`,
    item: sql.fragment`row_to_json(u)`,
    sortBy: [{ column: sql.fragment`u.page_id`, type: 'text' }],
    direction: 'asc',
  });
