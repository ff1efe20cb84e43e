import { type Handlers, Json } from '@space/bus';
import { agentOf, type Caller, type CanUse, fieldErrorsOf, invalidFields, notFound, Problem } from '@space/contracts/core';
import type { feed } from '@space/contracts/events';
import type { Ports } from '@space/runtime';
import { findCanUse } from '../can-use/can-use.queries.ts';
import { type FeedQuery, type FeedRows, findFeed, readFeed } from './feed.queries.ts';
import { decodeFeedCursor, encodeFeedCursor, expiredCursor } from './feed-cursor.ts';
import type { LongPolls } from './long-polls.ts';

/** A long poll reads this often, in case a signal is lost. */
const POLL_INTERVAL_MS = 5_000;
const RETRY_AFTER_S = 2;

/** Returns the handler of `events.list`: pages of events, immediately or by long poll (contract, Q4). */
export function createFeedHandlers({ database, clock }: Ports, longPolls: LongPolls): Pick<Handlers<typeof feed>, 'list'> {
  /** Reads a page; throws for a given cursor after which events were deleted. */
  async function readPage(query: FeedQuery, isCursorGiven: boolean): Promise<FeedRows> {
    const rows = await readFeed(database, query);
    if (isCursorGiven && (query.after < rows.low_watermark || query.after > rows.head)) throw expiredCursor();
    return rows;
  }

  /** Reads pages until one has an event or the time is over. Each read continues after the events that filters excluded. */
  async function readOrWait(query: FeedQuery, isCursorGiven: boolean, waitMs: number): Promise<FeedRows> {
    if (waitMs === 0) return readPage(query, isCursorGiven);
    const waiter = longPolls.open(query);
    try {
      const end = performance.now() + waitMs;
      let rows = await readPage(query, isCursorGiven);
      for (let left = waitMs; rows.count === 0 && left > 0; left = end - performance.now()) {
        const reason = rows.has_more ? 'appended' : await waiter.wait(Math.min(left, POLL_INTERVAL_MS));
        if (reason === 'released') break;
        if (reason === 'full') throw tooManyLongPolls();
        rows = await readPage({ ...query, after: rows.next }, false);
      }
      return rows;
    } finally {
      waiter.close();
    }
  }

  /** Returns the Can use lists of the calling agent and of the feed's agent (contract, A11). */
  async function findCanUseLists(caller: Caller, id: string | undefined): Promise<CanUse[]> {
    const { space_id } = caller;
    const agent = agentOf(caller);
    const own = agent === null ? [] : [await findCanUse(database, space_id, agent)];
    if (id === undefined) return own;
    const listener = await findFeed(database, space_id, id);
    if (!listener) throw notFound('event subscription', id);
    if (listener.kind !== 'feed') {
      const message = `must be a feed and is of kind ${listener.kind}; omit it to pull every stored event, or create a feed`;
      throw invalidFields([{ path: 'subscription_id', code: 'wrong_kind', message }]);
    }
    return listener.can_use === null ? own : [...own, listener.can_use as CanUse];
  }

  /** Returns the error of a cursor whose call has other errors too. */
  function findMoreErrors({ after, subscription_id: feed }: Readonly<Record<string, unknown>>, { space_id: space }: Caller) {
    if (typeof after !== 'string') return [];
    try {
      decodeFeedCursor(after, { space, feed: typeof feed === 'string' ? feed : undefined });
      return [];
    } catch (error) {
      return fieldErrorsOf(error);
    }
  }

  const handlers: Pick<Handlers<typeof feed>, 'list'> = {
    async list({ input, caller }) {
      const { after, types, subscription_id, limit, wait, since, until } = input;
      const scope = { space: caller.space_id, feed: subscription_id };
      const seq = after === undefined ? 0 : decodeFeedCursor(after, scope);
      const can_use = await findCanUseLists(caller, subscription_id);
      // No further event can occur before a time that is over.
      const waitMs = until !== undefined && Date.parse(until) <= clock.now() ? 0 : wait * 1_000;
      const rows = await readOrWait({ ...scope, after: seq, limit, types, can_use, since, until }, after !== undefined, waitMs);
      const next = JSON.stringify(encodeFeedCursor(scope, rows.next));
      return new Json(`{"events":[${rows.events}],"next_cursor":${next},"has_more":${rows.has_more}}`);
    },
  };
  return { list: Object.assign(handlers.list, { findMoreErrors }) };
}

/** Returns the refusal of a wait; stored events are returned however many long polls are open. */
const tooManyLongPolls = (): Problem =>
  new Problem('limited', `Too many long polls are open for this Space. Retry in ${RETRY_AFTER_S} seconds or omit wait.`, {
    retry_after_s: RETRY_AFTER_S,
  });
