import { allowedResources, type CanUse } from '@space/contracts/core';
import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';

/** Events that one look passes over when a filter holds them back, so that no look takes long. */
const SCAN = 5_000;
/** Bytes of events that one page holds, unless a single one is larger. */
const MAX_PAGE_BYTES = 4 * 1_048_576;

/** What of the events of a Space a page shows. */
export interface FeedQuery {
  readonly space: string;
  /** Events behind this number. */
  readonly after: number;
  readonly limit: number;
  /** The feed whose events these are; all that are kept when there is none. */
  readonly feed?: string | undefined;
  readonly types?: readonly string[] | undefined;
  /** Lists that all must allow what an event names. */
  readonly can_use: readonly CanUse[];
}

const PageRow = z.object({
  head: z.number(),
  floor: z.number(),
  passed: z.number(),
  passed_to: z.number().nullable(),
  hits: z.number(),
  shown: z.number(),
  shown_to: z.number().nullable(),
  events: z.string().nullable(),
});

/** A page: its events as JSON text with commas, where the next one begins, and the oldest place that can be gone on from. */
export interface FeedRows {
  readonly events: string;
  readonly count: number;
  readonly next: number;
  readonly has_more: boolean;
  readonly head: number;
  readonly floor: number;
}

/** Whether a list allows all that an event `e` names. */
export const allows = (canUse: CanUse): FragmentSqlToken => {
  const allowed = sql.array(allowedResources(canUse), 'text');
  return sql.fragment`and not exists (
    select from unnest(e.things) as thing where not (thing = any(${allowed}) or split_part(thing, ':', 1) || ':*' = any(${allowed})))`;
};

/** Reads a page in one statement, so that the head it names is that of the very moment its events are from. */
export async function readFeed(database: CommonQueryMethods, query: FeedQuery): Promise<FeedRows> {
  const { space, after, limit, feed, types, can_use } = query;
  const passes = types === undefined && can_use.length === 0 ? limit + 1 : SCAN;
  const scanned = feed
    ? sql.fragment`select seq from events.feed_item where space_id = ${space} and listener_id = ${feed}`
    : sql.fragment`select seq from events.feed_event where space_id = ${space}`;
  // What a feed heard goes only because of its age.
  const floor = feed ? sql.fragment`seq` : sql.fragment`greatest(seq, unwanted_seq)`;
  const usable = can_use.reduce((all, list) => sql.fragment`${all} ${allows(list)}`, sql.fragment``);
  const row = await database.one(sql.type(PageRow)`
    with passed as materialized (${scanned} and seq > ${after}::bigint order by seq limit ${passes}),
    hit as materialized (
      select e.seq, e.body, row_number() over (order by e.seq) as number, sum(octet_length(e.body)) over (order by e.seq) as bytes
      from passed join events.feed_event as e on e.space_id = ${space} and e.seq = passed.seq
      where true ${types ? sql.fragment`and e.type = any(${sql.array([...types], 'text')})` : sql.fragment``} ${usable}
      order by e.seq limit ${limit + 1}
    ),
    shown as (select * from hit where number <= ${limit} and (bytes <= ${MAX_PAGE_BYTES} or number = 1))
    select coalesce((select seq from events.feed_head where space_id = ${space}), 0) as head,
           coalesce((select ${floor} from events.feed_floor where space_id = ${space}), 0) as floor,
           (select count(*) from passed) as passed, (select max(seq) from passed) as passed_to,
           (select count(*) from hit) as hits, (select count(*) from shown) as shown, (select max(seq) from shown) as shown_to,
           (select string_agg(body, ',' order by seq) from shown) as events`);
  const isCut = row.hits > row.shown;
  const isMore = isCut || row.passed === passes;
  const next = isCut ? row.shown_to! : isMore ? row.passed_to! : Math.max(row.head, after);
  return { events: row.events ?? '', count: row.shown, next, has_more: isMore, head: row.head, floor: row.floor };
}

const FeedRow = z.object({ kind: z.string(), can_use: z.record(z.string(), z.unknown()).nullable() });

/** The kind of a listener, and what the agent that made it may use; null when there is none of this id. */
export const findFeed = (database: CommonQueryMethods, space: string, id: string) =>
  database.maybeOne(sql.type(FeedRow)`select kind, can_use from events.listener where space_id = ${space} and id = ${id}`);
