import { type Handlers, Json } from '@space/bus';
import { agentOf, type Caller, type CanUse, invalidFields, notFound, Problem } from '@space/contracts/core';
import type { feed } from '@space/contracts/events';
import type { Ports } from '@space/runtime';
import { findCanUse } from '../can-use/can-use.queries.ts';
import { type FeedQuery, type FeedRows, findFeed, readFeed } from './feed.queries.ts';
import { createFeedCursors, expiredCursor } from './feed-cursor.ts';
import type { LongPolls } from './long-polls.ts';

/** The net under the signals: a wait looks again this often. */
const LOOK_MS = 5_000;
/** After a refused wait. */
const AGAIN_S = 2;

/** Answers the events contract: pages of what happened, at once or as soon as there is something (spec, Feeds). */
export function feedHandlers({ database, box }: Ports, watch: LongPolls): Handlers<typeof feed> {
  const cursors = createFeedCursors(box);

  /** A page behind `after`; a wait goes on behind what a filter held back. */
  const read = async (query: FeedQuery, isGiven: boolean): Promise<FeedRows> => {
    const rows = await readFeed(database, query);
    if (isGiven && (query.after < rows.floor || query.after > rows.head)) throw expiredCursor();
    return rows;
  };

  const readOrWait = async (query: FeedQuery, isGiven: boolean, waitMs: number): Promise<FeedRows> => {
    if (waitMs === 0) return read(query, isGiven);
    const ear = watch.open(query);
    try {
      const end = performance.now() + waitMs;
      let rows = await read(query, isGiven);
      for (let left = waitMs; rows.count === 0 && left > 0; left = end - performance.now()) {
        const why = rows.has_more ? 'grew' : await ear.wait(Math.min(left, LOOK_MS));
        if (why === 'ended') break;
        if (why === 'full') throw tooManyWait();
        rows = await read({ ...query, after: rows.next }, false);
      }
      return rows;
    } finally {
      ear.close();
    }
  };

  return {
    list: async ({ input, caller }) => {
      const { after, types, subscription_id, limit, wait } = input;
      const pulled = { space: caller.space_id, feed: subscription_id };
      const place = after === undefined ? 0 : cursors.open(after, pulled);
      const can_use = await listsFor(caller, subscription_id);
      const query = { ...pulled, after: place, limit, types, can_use };
      const rows = await readOrWait(query, after !== undefined, wait * 1_000);
      const next = JSON.stringify(cursors.seal(pulled, rows.next));
      return new Json(`{"events":[${rows.events}],"next_cursor":${next},"has_more":${rows.has_more}}`);
    },
  };

  /** The Can use lists that hold for who asks and for the feed that is asked for (spec, Authentication 12). */
  async function listsFor(caller: Caller, id: string | undefined): Promise<CanUse[]> {
    const { space_id } = caller;
    const agent = agentOf(caller);
    const own = agent === null ? [] : [await findCanUse(database, space_id, agent)];
    if (id === undefined) return own;
    const found = await findFeed(database, space_id, id);
    if (!found) throw notFound('event subscription', id);
    if (found.kind !== 'feed') {
      const message = `is no feed but of kind ${found.kind}; leave it out to pull every event that is kept, or make a feed`;
      throw invalidFields([{ path: 'subscription_id', code: 'wrong_kind', message }]);
    }
    return found.can_use === null ? own : [...own, found.can_use as CanUse];
  }
}

/** The refusal of a wait; events that are there already are answered however many wait. */
const tooManyWait = (): Problem =>
  new Problem(
    'limited',
    `Nothing has happened, and too many calls wait for events already; ask again in ${AGAIN_S} seconds, or without wait.`,
    {
      retry_after_s: AGAIN_S,
    },
  );
