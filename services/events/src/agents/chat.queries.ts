import { listQuery, type PageInput, type PageQuery, sql, unnestRows, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';

/** The page of a list of chat lines: the newest first, or with `after` the lines after that id in their order. */
export interface ChatList extends PageInput {
  readonly after?: number | undefined;
}

/** Builds the list of the lines in an agent's chat. */
export const listChatLines = (space: string, agent: string, { after, ...page }: ChatList): PageQuery =>
  listQuery(page, {
    from: sql.fragment`events.chat_line as c`,
    alias: 'c',
    where: sql.fragment`c.space_id = ${space} and c.agent_id = ${agent}
      ${after === undefined ? sql.fragment`` : sql.fragment`and c.id > ${after}::bigint`}`,
    item: sql.fragment`(select row_to_json(r) from (select
      c.id, ${wireTime(sql.fragment`c.created_at`)} as created_at, c.agent_id, c.listener_id as subscription_id,
      c.listener as subscription, c.text, c.event_count, c.event_ids) as r)`,
    sortBy: [{ column: sql.fragment`c.id`, type: 'integer' }],
    direction: after === undefined ? 'desc' : 'asc',
  });

/** A line to write into an agent's chat. */
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

/** Inserts lines, each with the next number of its chat. The chats stay locked until the transaction ends. */
export const insertChatLines = (tx: CommonQueryMethods, lines: readonly NewChatLine[], now: string) =>
  tx.query(sql.typeAlias('void')`
    with given as (
      select * from ${unnestRows(
        lines.map((line, position) => ({ ...line, event_ids: JSON.stringify(line.event_ids), position })),
        {
          space_id: 'text',
          agent_id: 'text',
          listener_id: 'text',
          listener: 'text',
          text: 'text',
          event_count: 'int4',
          event_ids: 'json',
          position: 'int4',
        },
        'g',
      )}
    ),
    chat as (
      update events.agent as a set line_count = a.line_count + n.count
      from (select space_id, agent_id, count(*) as count from given group by space_id, agent_id) as n
      where a.space_id = n.space_id and a.id = n.agent_id
      returning a.space_id, a.id, a.line_count - n.count as before
    )
    insert into events.chat_line (space_id, agent_id, id, listener_id, listener, text, event_count, event_ids, created_at)
    select g.space_id, g.agent_id, chat.before + row_number() over (partition by g.space_id, g.agent_id order by g.position),
           g.listener_id, g.listener, g.text, g.event_count, array(select json_array_elements_text(g.event_ids)), ${now}::timestamptz
    from given as g join chat on chat.space_id = g.space_id and chat.id = g.agent_id`);
