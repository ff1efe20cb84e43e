import { decodeCursor, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';

const lineJson = (c: FragmentSqlToken) => sql.fragment`(select row_to_json(r) from (select
  ${c}.id, ${wireTime(sql.fragment`${c}.created_at`)} as created_at, ${c}.agent_id, ${c}.listener_id as subscription_id,
  ${c}.listener as subscription, ${c}.text, ${c}.event_count, ${c}.event_ids) as r)`;

const c = sql.fragment`c`;

/** Which lines of a chat a list shows: the newest first, or those behind `after` in their order. */
export interface ChatList {
  readonly after?: number | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly include_total: boolean;
}

/** The page of lines of an agent's chat. */
export function listChatLines(space: string, agent: string, { after, limit, cursor, include_total }: ChatList): PageQuery {
  const place = cursor === undefined ? undefined : decodeCursor(cursor, 'integer')[0];
  const matching = sql.fragment`c.space_id = ${space} and c.agent_id = ${agent}
    ${after === undefined ? sql.fragment`` : sql.fragment`and c.id > ${after}::bigint`}`;
  const behind =
    place === undefined
      ? sql.fragment``
      : after === undefined
        ? sql.fragment`and c.id < ${place}::bigint`
        : sql.fragment`and c.id > ${place}::bigint`;
  const order = after === undefined ? sql.fragment`desc` : sql.fragment`asc`;
  return {
    limit,
    rows: sql.fragment`
      select json_build_array(c.id)::text as key, ${lineJson(c)}::text as item
      from (select * from events.chat_line as c where ${matching} ${behind} order by c.id ${order} limit ${limit + 1}) as c`,
    total: include_total ? sql.fragment`select count(*) from events.chat_line as c where ${matching}` : undefined,
  };
}

/** A line that is to be written into the chat of an agent. */
export interface NewChatLine {
  readonly space_id: string;
  readonly agent_id: string;
  readonly listener_id: string;
  /** The name of the listener. */
  readonly listener: string;
  readonly text: string;
  readonly event_count: number;
  readonly event_ids: readonly string[];
}

const column = <T>(lines: readonly NewChatLine[], value: (line: NewChatLine) => T) => lines.map(value);

/** Writes lines, each with the next number of its chat; whoever takes numbers of a chat keeps them in order until it commits. */
export const insertChatLines = (tx: CommonQueryMethods, lines: readonly NewChatLine[], now: string) =>
  tx.query(sql.typeAlias('void')`
    with given as (
      select * from unnest(
        ${sql.array(
          column(lines, (line) => line.space_id),
          'text',
        )}, ${sql.array(
          column(lines, (line) => line.agent_id),
          'text',
        )},
        ${sql.array(
          column(lines, (line) => line.listener_id),
          'text',
        )}, ${sql.array(
          column(lines, (line) => line.listener),
          'text',
        )},
        ${sql.array(
          column(lines, (line) => line.text),
          'text',
        )}, ${sql.array(
          column(lines, (line) => line.event_count),
          'int4',
        )},
        ${sql.array(
          column(lines, (line) => JSON.stringify(line.event_ids)),
          'json',
        )}
      ) with ordinality as g (space_id, agent_id, listener_id, listener, text, event_count, event_ids, place)
    ),
    chat as (
      update events.agent as a set lines = a.lines + n.count
      from (select space_id, agent_id, count(*) as count from given group by space_id, agent_id) as n
      where a.space_id = n.space_id and a.id = n.agent_id
      returning a.space_id, a.id, a.lines - n.count as before
    )
    insert into events.chat_line (space_id, agent_id, id, listener_id, listener, text, event_count, event_ids, created_at)
    select g.space_id, g.agent_id, chat.before + row_number() over (partition by g.space_id, g.agent_id order by g.place),
           g.listener_id, g.listener, g.text, g.event_count, array(select json_array_elements_text(g.event_ids)), ${now}::timestamptz
    from given as g join chat on chat.space_id = g.space_id and chat.id = g.agent_id`);
