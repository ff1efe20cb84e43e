import { listQuery, newId, type PageInput, type PageQuery, sql, unnestRows, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** A tag by id and name. */
export const TagRow = z.object({ id: z.string(), name: z.string() });

/** A tag by id and name. */
export type TagRow = z.infer<typeof TagRow>;

const tagJson = sql.fragment`(select row_to_json(r) from (select
  t.id, ${wireTime(sql.fragment`t.created_at`)} as created_at, ${wireTime(sql.fragment`t.updated_at`)} as updated_at, t.name,
  (select count(*) from contacts.contact_tag as link where link.tag_id = t.id) as contact_count) as r)`;

/** The query of a list of tags, by name. */
export const listTags = (space: string, list: PageInput): PageQuery =>
  listQuery(list, {
    from: sql.fragment`contacts.tag as t`,
    alias: 't',
    where: sql.fragment`t.space_id = ${space}`,
    item: tagJson,
    sortBy: [
      { column: sql.fragment`lower(t.name)`, type: 'text' },
      { column: sql.fragment`t.id`, type: 'text' },
    ],
    direction: 'asc',
  });

/** Returns the tags of these names and creates those that do not exist. Names that differ only in case are one tag. */
export async function ensureTags(tx: CommonQueryMethods, space: string, names: readonly string[], now: string): Promise<readonly TagRow[]> {
  const distinct = [...new Map(names.map((name) => [name.toLowerCase(), name])).values()].sort();
  const rows = distinct.map((name) => ({ id: newId('tag'), name }));
  await tx.query(sql.typeAlias('void')`
    insert into contacts.tag (id, space_id, name, created_at, updated_at)
    select id, ${space}, name, ${now}::timestamptz, ${now}::timestamptz
    from ${unnestRows(rows, { id: 'text', name: 'text' }, 'new_tag')}
    on conflict (space_id, lower(name)) do nothing`);
  return tx.any(sql.type(TagRow)`
    select id, name from contacts.tag
    where space_id = ${space} and lower(name) in (select lower(given) from unnest(${sql.array(distinct, 'text')}) as given)
    order by name`);
}
