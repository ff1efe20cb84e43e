import { decodeCursor, type PageQuery, sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import type { ReferenceNames } from './resolve-references.ts';

/** What a page says now, or what visitors see of it. */
export type Stage = 'draft' | 'published';

/** Writes down which forms and booking pages a page uses, in the place of what was there. */
export async function replaceReferences(
  tx: CommonQueryMethods,
  space: string,
  page: string,
  stage: Stage,
  names: ReferenceNames,
): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    delete from publishing.page_reference where space_id = ${space} and page_id = ${page} and stage = ${stage}`);
  const ids = Object.keys(names);
  if (ids.length === 0) return;
  await tx.query(sql.typeAlias('void')`
    insert into publishing.page_reference (space_id, page_id, stage, target_id, name)
    select ${space}, ${page}, ${stage}, t.id, t.name
    from unnest(${sql.array(ids, 'text')}, ${sql.array(
      ids.map((id) => names[id]!),
      'text',
    )}) as t (id, name)`);
}

/** A page that visitors do not see uses nothing there. */
export const deletePublishedReferences = (tx: CommonQueryMethods, space: string, page: string) =>
  replaceReferences(tx, space, page, 'published', {});

/** The page of the pages that use a thing of a Space, in the order of their creation. */
export function listPageUses(
  space: string,
  origin: string,
  { id, limit, cursor, include_total }: { id: string; limit: number; cursor?: string | undefined; include_total: boolean },
): PageQuery {
  const used = sql.fragment`r.space_id = ${space} and r.target_id = ${id}`;
  return {
    limit,
    rows: sql.fragment`
      select json_build_array(u.page_id)::text as key, row_to_json(u)::text as item from (
        select p.id as page_id, p.title as page,
          case when p.status = 'published' then ${origin}::text || case
            when p.site_id is null then '/p/' || p.slug
            when s.home_page_id = p.id then '/s/' || s.slug || '/'
            else '/s/' || s.slug || '/' || p.slug end end as url,
          bool_or(r.stage = 'draft') as in_draft, bool_or(r.stage = 'published') as in_published
        from publishing.page_reference as r
        join publishing.page as p on p.space_id = r.space_id and p.id = r.page_id
        left join publishing.site as s on s.space_id = p.space_id and s.id = p.site_id
        where ${used} ${cursor ? sql.fragment`and p.id > ${decodeCursor(cursor, 'text')[0]}` : sql.fragment``}
        group by p.id, p.title, p.status, p.site_id, p.slug, s.home_page_id, s.slug
        order by p.id limit ${limit + 1}) as u`,
    total: include_total ? sql.fragment`select count(distinct r.page_id) from publishing.page_reference as r where ${used}` : undefined,
  };
}
