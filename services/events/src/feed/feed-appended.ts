import type { NewFeedEvent } from './feed-consumer.queries.ts';

/** What feeds heard in a batch: for each Space where anything was kept, the feeds that heard some of it. */
export type FeedAppended = ReadonlyMap<string, ReadonlySet<string>>;

/** What FEED_GREW says of a batch, of which the events in `fresh` were kept: `<space> <feed> <feed>`, a line for each Space. */
export function encodeFeedAppended(heard: readonly NewFeedEvent[], fresh: ReadonlySet<string>): Buffer {
  const kept = Map.groupBy(
    heard.filter(({ event }) => fresh.has(event.id)),
    ({ event }) => event.space_id,
  );
  return Buffer.from([...kept].map(([space, events]) => [space, ...new Set(events.flatMap(({ feeds }) => feeds))].join(' ')).join('\n'));
}

/** Reads what FEED_GREW says. */
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
