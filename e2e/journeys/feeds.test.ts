import { expect, test } from '@jest/globals';
import { Event } from '@space/contracts/core';
import { eventually } from '@space/runtime/testing';
import { newSpace, type TestSpace } from '../space.ts';
import { callTool } from './mcp-post.ts';

/** Creates a Space with a feed of contact events. */
async function withFeed(over: { filters?: Record<string, unknown> } = {}): Promise<TestSpace & { readonly feed_id: string }> {
  const space = await newSpace();
  const { subscription, secret } = await space.client.event_subscriptions.create({
    kind: 'feed',
    name: 'People',
    event_types: ['contact_created', 'contact_tagged'],
    ...over,
  });
  expect(secret).toBeUndefined();
  return { ...space, feed_id: subscription.id };
}

const people = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `Person ${n}`, email: `person${n}@example.com` }));

test('a client reads a feed to its end and continues from its cursor, and gets every event once, in order', async () => {
  const { client, feed_id } = await withFeed();
  for (const person of people(5)) await client.contacts.create(person);
  const names: unknown[] = [];
  let after: string | undefined;
  await eventually(async () => {
    for (let more = true; more; ) {
      const page = await client.events.list({ subscription_id: feed_id, limit: 2, ...(after === undefined ? {} : { after }) });
      for (const event of page.events) expect(Event.parse(event)).toEqual(event);
      names.push(...page.events.map(({ data }) => (data.contact as { name: string }).name));
      after = page.next_cursor;
      more = page.has_more;
    }
    expect(names).toHaveLength(5);
  });
  expect(names).toEqual(people(5).map(({ name }) => name));
  expect(await client.events.list({ subscription_id: feed_id, after: after! })).toMatchObject({ events: [], has_more: false });
});

test('a long poll returns as soon as an event arrives', async () => {
  const { client, feed_id } = await withFeed();
  const { next_cursor } = await client.events.list({ subscription_id: feed_id });
  const waiting = client.events.list({ subscription_id: feed_id, after: next_cursor, wait: 25 });
  const contact = await client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  expect((await waiting).events).toMatchObject([{ type: 'contact_created', data: { contact_id: contact.id } }]);
});

test('a feed filters by the keys of a type and by actor, and `types` filters on read', async () => {
  const { client, request, feed_id } = await withFeed({ filters: { contact_tagged: { tag: 'vip' }, actor_kind: 'api_key' } });
  const { id } = await client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  await client.contacts.tag({ id, tags: ['vip', 'other'] });
  await eventually(async () =>
    expect((await client.events.list({ subscription_id: feed_id })).events.map(({ type, data }) => data.tag ?? type)).toEqual([
      'contact_created',
      'vip',
    ]),
  );
  const { body } = await request('GET', '/events?types=contact_tagged,contact_updated&limit=200');
  expect(body.events.map(({ data }: Event) => data.tag).sort()).toEqual(['other', 'vip']);
  expect((await request('GET', '/events?types=nothing_happened')).body).toMatchObject({ status: 400, code: 'invalid' });
  expect((await request('GET', '/events?limit=201')).status).toBe(400);
  expect((await request('GET', '/events?wait=26')).status).toBe(400);
});

test('rejects a cursor of another Space and an invalid cursor, and says how to continue', async () => {
  const [one, other] = [await withFeed(), await withFeed()];
  const { next_cursor } = await one.client.events.list();
  const foreign = await other.request('GET', `/events?after=${next_cursor}`);
  expect(foreign.body).toMatchObject({
    status: 400,
    code: 'invalid',
    detail: expect.stringContaining('omit it'),
    errors: [{ path: 'after' }],
  });
  for (const cursor of ['x', 'a'.repeat(512), `${next_cursor}A`, '%00'])
    expect((await one.request('GET', `/events?after=${cursor}`)).body).toMatchObject({ status: 400, code: 'invalid' });
  expect((await other.request('GET', `/events?subscription_id=${one.feed_id}`)).body).toMatchObject({ status: 404, code: 'not_found' });
});

test('an agent of the Space reads the feed with get_events', async () => {
  const { client, api_key, feed_id } = await withFeed();
  await client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  await eventually(async () => {
    const { structuredContent } = await callTool(api_key, 'get_events', { subscription_id: feed_id, types: ['contact_created'] });
    expect(structuredContent).toMatchObject({ events: [{ type: 'contact_created' }], has_more: false });
  });
});

test('the feed of a new Space is empty and returns a cursor', async () => {
  const { client } = await newSpace();
  expect(await client.events.list()).toEqual({ events: [], has_more: false, next_cursor: expect.stringMatching(/^[\w-]+$/) });
});
