import { type Handlers, Json } from '@space/bus';
import type { tags } from '@space/contracts/contacts';
import { decodeCursor, readPage, sql, wireTime } from '@space/database';
import type { Ports } from '@space/runtime';

/** Answers the tags contract: names in order, with how many contacts have each. */
export const tagHandlers = ({ database }: Ports): Handlers<typeof tags> => ({
  list: async ({ input, caller }) => {
    const [name, id] = input.cursor ? decodeCursor(input.cursor, 'text', 'text') : [];
    const behind = name !== undefined ? sql.fragment`and (lower(t.name), t.id) > (${String(name)}, ${String(id)})` : sql.fragment``;
    return new Json(
      await readPage(database, {
        limit: input.limit,
        rows: sql.fragment`
          select json_build_array(lower(t.name), t.id)::text as key,
                 (select row_to_json(r) from (select t.id, ${wireTime(sql.fragment`t.created_at`)} as created_at, ${wireTime(sql.fragment`t.updated_at`)} as updated_at,
                   t.name, (select count(*) from contacts.contact_tag as link where link.tag_id = t.id) as contact_count) as r)::text as item
          from (select * from contacts.tag as t where t.space_id = ${caller.space_id} ${behind} order by lower(t.name), t.id limit ${input.limit + 1}) as t`,
        total: input.include_total ? sql.fragment`select count(*) from contacts.tag where space_id = ${caller.space_id}` : undefined,
      }),
    );
  },
});
