import { expect, test } from '@jest/globals';
import { audiences, contacts, tags } from '@space/contracts/contacts';
import { type ActorKind, Enrichment, Event, type Operation } from '@space/contracts/core';
import { eventTypes } from '@space/contracts/events';
import type { z } from 'zod';
import { useContactsService } from './fixtures/contacts-service.ts';

const service = useContactsService();

/** Performs every change of the service once, and returns the emitted events. */
async function makeEveryChange(kind: z.infer<typeof ActorKind> = 'api_key') {
  const { call, caller, events } = service.newSpace({ actor: { kind, id: 'act_1', name: 'Zoë' } });
  const { id } = await call(contacts, 'create', { name: 'Ada Lovelace', email: 'ada@example.com', custom_fields: { plan: 'pro' } });
  await call(contacts, 'update', { id, company: 'Engines' });
  await call(contacts, 'tag', { id, tags: ['customer'] });
  await call(contacts, 'untag', { id, tags: ['customer'] });
  const twin = await call(contacts, 'create', { name: 'Ada L.', email: 'ada.l@example.com' });
  await call(contacts, 'merge', { id, contact_id: twin.id });
  const audience = await call(audiences, 'create', { name: 'All', contact_ids: [id] });
  await call(audiences, 'update', { id: audience.id, name: 'Everyone' });
  await call(audiences, 'delete', { id: audience.id });
  await call(contacts, 'delete', { id });
  const tag = (await call(tags, 'list', {})).data[0]!;
  await call(tags, 'update', { id: tag.id, name: 'client' });
  await call(tags, 'delete', { id: tag.id });
  await call(tags, 'restore', { id: tag.id });
  return { caller, id, events: await events() };
}

test('each declared event type of contacts and audiences is emitted by a change, in the order of the changes', async () => {
  const { events } = await makeEveryChange();
  const declared = [contacts, audiences, tags].flatMap(({ operations }) =>
    Object.values<Operation>(operations).flatMap((operation) => operation.emits?.map(({ type }) => type) ?? []),
  );
  expect(events.map(({ type }) => type)).toEqual([
    'contact_created',
    'contact_updated',
    'contact_tagged',
    'contact_untagged',
    'contact_created',
    'contact_merged',
    'audience_created',
    'audience_updated',
    'audience_deleted',
    'contact_deleted',
    'tag_updated',
    'tag_deleted',
    'tag_restored',
  ]);
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(declared));
});

test('each event matches the schema of its type exactly and names its actor', async () => {
  for (const kind of ['person', 'agent', 'automation', 'api_key'] as const) {
    const { events, caller } = await makeEveryChange(kind);
    expect(events).toHaveLength(13);
    for (const event of events) {
      const { actor, actor_kind, ...data } = event.data;
      expect(Event.parse(event)).toEqual(event);
      expect(eventTypes.get(event.type)!.data.strict().parse(data)).toEqual(data);
      expect(Enrichment.parse({ actor, actor_kind })).toEqual({ actor: caller.actor, actor_kind: kind });
      expect(event).toMatchObject({
        id: expect.stringMatching(/^evt_/),
        space_id: caller.space_id,
        label: eventTypes.get(event.type)!.label,
        occurred_at: new Date(service.ports.clock.now()).toISOString(),
      });
    }
    expect(new Set(events.map((event) => event.id)).size).toBe(13);
  }
});

test('an event about a contact carries the contact as it was at that moment', async () => {
  const { events, id } = await makeEveryChange();
  const blocks = events.filter(({ data }) => 'contact' in data).map(({ data }) => data.contact as Record<string, unknown>);
  expect(blocks[0]).toEqual({
    id,
    name: 'Ada Lovelace',
    first_name: 'Ada',
    email: 'ada@example.com',
    phone: null,
    company: null,
    line_of_work: null,
    location: null,
    bio: null,
    custom_fields: { plan: 'pro' },
    tags: [],
  });
  expect(blocks.map(({ company, tags: names }) => [company, names])).toEqual([
    [null, []],
    ['Engines', []],
    ['Engines', ['customer']],
    ['Engines', []],
    [null, []],
    ['Engines', []],
    ['Engines', []],
  ]);
});
