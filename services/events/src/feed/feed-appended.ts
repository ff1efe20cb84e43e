import type { NewFeedEvent } from './feed-consumer.queries.ts';

/** The feeds that a batch of events was appended to, by Space; a Space without such a feed has an empty set. */
export type FeedAppended = ReadonlyMap<string, ReadonlySet<string>>;

/** Encodes the payload of FEED_APPENDED for the events in `appended`: `<space> <feed> <feed>`, a line for each Space. */
export function encodeFeedAppended(events: readonly NewFeedEvent[], appended: ReadonlySet<string>): Buffer {
  const bySpace = Map.groupBy(
    events.filter(({ event }) => appended.has(event.id)),
    ({ event }) => event.space_id,
  );
  return Buffer.from(
    [...bySpace].map(([space, ofSpace]) => [space, ...new Set(ofSpace.flatMap(({ feeds }) => feeds))].join(' ')).join('\n'),
  );
}

/** Decodes the payload of FEED_APPENDED. */
export const decodeFeedAppended = (payload: Uint8Array): FeedAppended =>
  new Map(
    Buffer.from(payload)
      .toString()
      .split('\n')
      .map((line) => {
        const [space, ...feeds] = line.split(' ');
        return [space!, new Set(feeds)];
      }),
  );
