import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contracts } from '@space/contracts/catalog';
import type { Problem } from '@space/contracts/core';
import { callAs, eventually, newSpaceCaller, type TestServices } from '@space/runtime/testing';
import { newFeed, pull, startEvents, tagContacts } from './fixtures/events.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startEvents();
});
afterAll(() => services.stop());

test.each<[what: string, over: { event_types?: string[]; filters?: Record<string, unknown> }, errors: Record<string, string>]>([
  [
    'a key that its type does not have',
    { filters: { contact_tagged: { colour: 'red' } } },
    { 'filters.contact_tagged.colour': 'is not a filter of contact_tagged, which has the filters tag_id, tag' },
  ],
  [
    'a key for a type without filters',
    { filters: { contact_created: { tag: 'vip' } } },
    { 'filters.contact_created.tag': expect.stringContaining('actor_kind is a filter of every event') as never },
  ],
  [
    'a type that does not exist',
    { filters: { contact_taged: { tag: 'vip' } } },
    { 'filters.contact_taged': expect.stringContaining('did you mean "contact_tagged"') as never },
  ],
  [
    'a text that no event has',
    {
      filters: {
        event_subscription_created: { kind: ['feed', 'webhok'] },
        actor_kind: 'persn',
        table_row_created: { table_id: 'x'.repeat(65) },
        page_published: { site_id: 'Shop' },
        contact_tagged: { tag: ['', 'x'.repeat(100), 'a\nb'] },
      },
    },
    {
      'filters.contact_tagged.tag.0': 'must not be empty',
      'filters.contact_tagged.tag.1': 'must have at most 64 characters',
      'filters.contact_tagged.tag.2': 'must be one line without control characters',
      'filters.table_row_created.table_id': 'must have at most 64 characters',
      'filters.page_published.site_id': 'must be an id that begins with sit_',
      'filters.event_subscription_created.kind.1': 'must be one of "webhook", "feed", "agent"; did you mean "webhook"?',
      'filters.actor_kind': 'must be one of "person", "agent", "automation", "api_key"; did you mean "person"?',
    },
  ],
  [
    'a type that it does not name',
    { event_types: ['contact_created'], filters: { contact_tagged: { tag: 'vip' } } },
    { 'filters.contact_tagged': 'never applies, since event_types does not name contact_tagged' },
  ],
])('a feed is not created with a filter by %s', async (_what, over, errors) => {
  const refused = await newFeed(callAs(services.ports, newSpaceCaller()), over).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'invalid' });
  const found = ((refused as Problem).extras.errors ?? []).map(({ path, message }) => [path, message]);
  expect(Object.fromEntries(found)).toEqual(errors);
});

test('a feed with a filter by a tag receives the events of the tag in any case', async () => {
  const caller = newSpaceCaller();
  const call = callAs(services.ports, caller);
  const subscription_id = await newFeed(call, { event_types: ['contact_tagged'], filters: { contact_tagged: { tag: 'VIP' } } });
  const [vip] = await tagContacts(services.ports, caller, ['vip', 'new']);
  await eventually(async () => expect((await pull(call, { subscription_id })).events.map(({ id }) => id)).toEqual([vip]));
});

test('a webhook gets the error of its URL together with those of its filters', async () => {
  const call = callAs(services.ports, newSpaceCaller());
  const webhook = { kind: 'webhook', name: 'Hook', url: 'http://example.com/', event_types: ['*'] };
  const create = (filters: Record<string, unknown>) => call(contracts.listeners, 'create', { ...webhook, filters } as never);
  const ofUrl = { path: 'url', code: 'unsafe_url', message: 'must start with https://' };
  await expect(create({ contact_tagged: { colour: 'red' } })).rejects.toMatchObject({
    code: 'invalid',
    extras: { errors: [{ path: 'filters.contact_tagged.colour' }, ofUrl] },
  });
  await expect(create({ contact_tagged: { tag_id: 'tag_01jd0000000000000000000000' } })).rejects.toMatchObject({
    code: 'unsafe_url',
    extras: { errors: [ofUrl, { path: 'filters.contact_tagged.tag_id', code: 'unresolved_reference' }] },
  });
  await expect(create({})).rejects.toMatchObject({ code: 'unsafe_url', extras: { errors: [ofUrl] } });
});

test('events are not pulled with a wrong type and a wrong cursor, and the error names both', async () => {
  const call = callAs(services.ports, newSpaceCaller());
  await expect(call(contracts.feed, 'list', { types: ['x'], after: 'zzz' } as never)).rejects.toMatchObject({
    code: 'invalid',
    extras: { errors: [{ path: 'types.0' }, { path: 'after', code: 'invalid_cursor' }] },
  });
});

test('a feed is not changed to other types or filters that do not fit together, but in one call', async () => {
  const call = callAs(services.ports, newSpaceCaller());
  const id = await newFeed(call, { event_types: ['contact_tagged'], filters: { contact_tagged: { tag: 'vip' } } });
  const change = (fields: Record<string, unknown>) => call(contracts.listeners, 'update', { id, ...fields });
  await expect(change({ event_types: ['contact_created'] })).rejects.toMatchObject({
    code: 'invalid',
    extras: { errors: [{ path: 'event_types', message: 'must name contact_tagged, which has a filter; or change filters too' }] },
  });
  await expect(change({ filters: { contact_untagged: { tag: 'vip' } } })).rejects.toMatchObject({
    extras: { errors: [{ path: 'filters.contact_untagged' }] },
  });
  expect(await change({ event_types: ['contact_created'], filters: {} })).toMatchObject({
    event_types: ['contact_created'],
    filters: {},
  });
});
