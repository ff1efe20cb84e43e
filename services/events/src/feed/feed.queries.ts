import { type CanUse, MAX_PAGE_BYTES } from '@space/contracts/core';
import { inPeriod, type Period, sql } from '@space/database';
import { occurredAt } from '@space/event-log';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { canUseCondition } from '../can-use/can-use-sql.ts';
import { firstRecordedFrom } from './first-recorded-sql.ts';

/** Events that one read scans when a filter may exclude them, so that no read takes long. */
const SCAN_LIMIT = 5_000;

/** The scope, the filters and the position of a page of events. */
export interface FeedQuery extends Period {
  readonly space: string;
  /** The number of the event before the page. */
  readonly after: number;
  readonly limit: number;
  /** The feed to read; undefined reads all stored events. */
  readonly feed?: string | undefined;
  readonly types?: readonly string[] | undefined;
  /** Can use lists, which must all allow every resource of an event. */
  readonly can_use: readonly CanUse[];
}

const PageRow = z.object({
  head: z.number(),
  low_watermark: z.number(),
  scanned: z.number(),
  scanned_to: z.number().nullable(),
  hits: z.number(),
  returned: z.number(),
  returned_to: z.number().nullable(),
  events: z.string().nullable(),
});

/** A page of events. */
export interface FeedRows {
  /** The events as JSON text, separated by commas. */
  readonly events: string;
  readonly count: number;
  /** The number after which the next page starts. */
  readonly next: number;
  readonly has_more: boolean;
  /** The greatest number of the Space. */
  readonly head: number;
  /** The number up to which events may be deleted. */
  readonly low_watermark: number;
}

/** Reads a page in one statement, so that its head and its events are of the same moment. */
export async function readFeed(database: CommonQueryMethods, query: FeedQuery): Promise<FeedRows> {
  const { space, after, limit, feed, types, can_use, since, until } = query;
  const isFiltered = types !== undefined || can_use.length > 0 || since !== undefined || until !== undefined;
  const scanLimit = isFiltered ? SCAN_LIMIT : limit + 1;
  const source = feed
    ? sql.fragment`select seq from events.feed_item where space_id = ${space} and listener_id = ${feed}`
    : sql.fragment`select seq from events.feed_event where space_id = ${space}`;
  const start =
    since === undefined
      ? sql.fragment``
      : sql.fragment`and seq >= ${firstRecordedFrom(space, sql.fragment`${since}::timestamptz - interval '1 minute'`)}`;
  // Items of a feed are deleted only because of their age.
  const lowWatermark = feed ? sql.fragment`seq` : sql.fragment`greatest(seq, garbage_seq)`;
  const accessible = can_use.reduce((all, list) => sql.fragment`${all} ${canUseCondition(list)}`, sql.fragment``);
  const row = await database.one(sql.type(PageRow)`
    with scanned as materialized (${source} and seq > ${after}::bigint ${start} order by seq limit ${scanLimit}),
    hit as materialized (
      select e.seq, e.body, row_number() over (order by e.seq) as number, sum(octet_length(e.body)) over (order by e.seq) as bytes
      from scanned join events.feed_event as e on e.space_id = ${space} and e.seq = scanned.seq
      where true ${types ? sql.fragment`and e.type = any(${sql.array([...types], 'text')})` : sql.fragment``} ${accessible}
        ${inPeriod(occurredAt(sql.fragment`e.body`), { since, until })}
      order by e.seq limit ${limit + 1}
    ),
    returned as (select * from hit where number <= ${limit} and (bytes <= ${MAX_PAGE_BYTES} or number = 1))
    select coalesce((select seq from events.feed_head where space_id = ${space}), 0) as head,
           coalesce((select ${lowWatermark} from events.feed_low_watermark where space_id = ${space}), 0) as low_watermark,
           (select count(*) from scanned) as scanned, (select max(seq) from scanned) as scanned_to,
           (select count(*) from hit) as hits, (select count(*) from returned) as returned, (select max(seq) from returned) as returned_to,
           (select string_agg(body, ',' order by seq) from returned) as events`);
  const isCut = row.hits > row.returned;
  const has_more = isCut || row.scanned === scanLimit;
  const next = isCut ? row.returned_to! : has_more ? row.scanned_to! : Math.max(row.head, after);
  return { events: row.events ?? '', count: row.returned, next, has_more, head: row.head, low_watermark: row.low_watermark };
}

const FeedRow = z.object({ kind: z.string(), can_use: z.record(z.string(), z.unknown()).nullable() });

/** Returns the kind of a listener and the Can use list of the agent that created it, or null. */
export const findFeed = (database: CommonQueryMethods, space: string, id: string) =>
  database.maybeOne(sql.type(FeedRow)`select kind, can_use from events.listener where space_id = ${space} and id = ${id}`);
