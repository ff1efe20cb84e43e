import { matches } from '@space/contracts/events';
import { openDatabase, sql } from '@space/database';
import type { Figure } from './figure.ts';
import type { Subject } from './subject.ts';

const READERS = 4;
const PAGE = 200;
const LISTENERS = 100;
const MATCHED = 20_000;

/** Measures concurrent reads of a feed of 1 KB events, and matching an event with 100 listeners. */
export async function measureFeeds(subject: Subject, seconds: number): Promise<readonly Figure[]> {
  return [
    { name: 'feed, events read', value: await readPerSecond(subject, seconds), unit: 'events/s', goal: 20_000, bound: 'least' },
    { name: `matching ${LISTENERS} listeners, CPU`, value: matchMicroseconds(), unit: 'µs/event', goal: 50, bound: 'most' },
  ];
}

async function readPerSecond(subject: Subject, seconds: number): Promise<number> {
  const { subscription } = await subject.client.event_subscriptions.create({
    kind: 'feed',
    name: 'Feed',
    event_types: ['contact_created'],
  });
  await fillFeed(subject, subscription.id, seconds * 40_000);
  const end = performance.now() + seconds * 1_000;
  const readers = Array.from({ length: READERS }, () => read(subject, subscription.id, end));
  const counts = await Promise.all(readers);
  return counts.reduce((sum, count) => sum + count, 0) / seconds;
}

/** Reads a feed from its beginning repeatedly, page after page; returns the number of events. */
async function read({ profile, api_key }: Subject, feed: string, end: number): Promise<number> {
  const headers = { authorization: `Bearer ${api_key}` };
  let count = 0;
  for (let after = ''; performance.now() < end; ) {
    const answer = await fetch(`${profile.connection.base_url}/events?subscription_id=${feed}&limit=${PAGE}${after}`, { headers });
    if (!answer.ok) throw new Error(`The feed answered ${answer.status}.`);
    const page = (await answer.json()) as { events: unknown[]; next_cursor: string; has_more: boolean };
    count += page.events.length;
    after = page.has_more ? `&after=${encodeURIComponent(page.next_cursor)}` : '';
  }
  return count;
}

async function fillFeed({ profile, space_id }: Subject, feed: string, count: number): Promise<void> {
  const database = await openDatabase(profile.connection.database_url!);
  const body = JSON.stringify({ ...contactCreated(0), space_id, data: { ...contactCreated(0).data, note: 'x'.repeat(600) } });
  await database.query(sql.typeAlias('void')`
    with head as (
      insert into events.feed_head as h (space_id, seq) values (${space_id}, ${count})
      on conflict (space_id) do update set seq = h.seq + excluded.seq returning seq - ${count} as base
    ),
    number as (select base + i as seq from head, generate_series(1, ${count}) as i),
    item as (insert into events.feed_item (space_id, listener_id, seq, recorded_at) select ${space_id}, ${feed}, seq, now() from number)
    insert into events.feed_event (space_id, seq, event_id, type, body, resource_ids, recorded_at)
    select ${space_id}, seq, 'evt_' || seq, 'contact_created', ${body}, '{}', now() from number`);
  await database.query(sql.typeAlias('void')`analyze events.feed_event`);
  await database.query(sql.typeAlias('void')`analyze events.feed_item`);
  await database.end();
}

/** Returns the CPU time of matching one event with every listener of a Space, half of which filter by type and actor. */
function matchMicroseconds(): number {
  const listeners = Array.from({ length: LISTENERS }, (_, index) => ({
    id: `lis_${index}`,
    event_types: index % 2 === 0 ? ['contact_created', 'contact_tagged', 'form_submission'] : ['*'],
    filters: index % 2 === 0 ? { actor_kind: ['person', 'api_key'], contact_tagged: { tag: ['vip', 'lead'] } } : {},
  }));
  const bodies = Array.from({ length: MATCHED }, (_, index) => JSON.stringify(contactCreated(index)));
  let wanted = 0;
  const matchAll = (): void => {
    for (const body of bodies) {
      const event = JSON.parse(body) as ReturnType<typeof contactCreated>;
      for (const listener of listeners) if (matches(listener, event)) wanted += 1;
    }
  };
  matchAll();
  const before = process.cpuUsage();
  matchAll();
  const { user, system } = process.cpuUsage(before);
  if (wanted !== 2 * MATCHED * LISTENERS) throw new Error(`Listeners wanted ${wanted} events.`);
  return (user + system) / MATCHED;
}

const contactCreated = (index: number) => ({
  id: `evt_${index}`,
  type: 'contact_created',
  label: 'Contact created',
  occurred_at: '2026-01-01T00:00:00.000Z',
  data: {
    contact_id: `con_${index}`,
    contact: { id: `con_${index}`, name: `Person ${index}`, email: `person${index}@example.com` },
    actor: { kind: 'api_key', id: 'key_1', name: 'Key' },
    actor_kind: 'api_key',
  },
});
