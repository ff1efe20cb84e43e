import { listQuery, type PageInput, type PageQuery, sql, wireTime } from '@space/database';

const tagJson = sql.fragment`(select row_to_json(r) from (select
  t.id, ${wireTime(sql.fragment`t.created_at`)} as created_at, ${wireTime(sql.fragment`t.updated_at`)} as updated_at, t.name,
  (select count(*) from contacts.contact_tag as link where link.tag_id = t.id) as contact_count) as r)`;

/** The query of a list of tags by name. */
export const tagList = (space: string, list: PageInput): PageQuery =>
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
