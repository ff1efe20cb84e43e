import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { audiences, contacts } from '@space/contracts/contacts';
import { type ActorKind, Enrichment, Event, type Operation } from '@space/contracts/core';
import { eventTypes } from '@space/contracts/events';
import { callAs, emittedIn, newSpaceCaller, startServices, type TestServices } from '@space/runtime/testing';
import type { z } from 'zod';
import { contactsService } from '../src/service.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([contactsService]);
});
afterAll(() => space.stop());

/** Does everything once that the service can do, and answers what it emitted. */
async function everything(kind: z.infer<typeof ActorKind> = 'api_key') {
  const caller = newSpaceCaller({ actor: { kind, id: 'act_1', name: 'Zoë' } });
  const call = callAs(space.ports, caller);
  const { id } = await call(contacts, 'create', { name: 'Ada Lovelace', email: 'ada@example.com', custom_fields: { plan: 'pro' } });
  await call(contacts, 'update', { id, company: 'Engines' });
  await call(contacts, 'tag', { id, tags: ['customer'] });
  await call(contacts, 'untag', { id, tags: ['customer'] });
  const audience = await call(audiences, 'create', { name: 'All', contact_ids: [id] });
  await call(audiences, 'update', { id: audience.id, name: 'Everyone' });
  await call(audiences, 'delete', { id: audience.id });
  await call(contacts, 'delete', { id });
  return { caller, id, events: await emittedIn(space.ports.database, 'contacts', caller.space_id) };
}

test('every event type of contacts and audiences is emitted by a real change, in the order of the changes', async () => {
  const { events } = await everything();
  const declared = [contacts, audiences].flatMap(({ operations }) =>
    Object.values<Operation>(operations).flatMap((operation) => operation.emits?.map(({ type }) => type) ?? []),
  );
  expect(events.map(({ type }) => type)).toEqual([
    'contact_created',
    'contact_updated',
    'contact_tagged',
    'contact_untagged',
    'audience_created',
    'audience_updated',
    'audience_deleted',
    'contact_deleted',
  ]);
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(declared));
});

test('every event fits the schema of its type to the last key, and says who made it happen', async () => {
  for (const kind of ['person', 'agent', 'automation', 'api_key'] as const) {
    const { events, caller } = await everything(kind);
    expect(events).toHaveLength(8);
    for (const event of events) {
      const { actor, actor_kind, ...data } = event.data;
      expect(Event.parse(event)).toEqual(event);
      expect(eventTypes.get(event.type)!.data.strict().parse(data)).toEqual(data);
      expect(Enrichment.parse({ actor, actor_kind })).toEqual({ actor: caller.actor, actor_kind: kind });
      expect(event).toMatchObject({
        id: expect.stringMatching(/^evt_/),
        space_id: caller.space_id,
        label: eventTypes.get(event.type)!.label,
        occurred_at: new Date(space.ports.clock.now()).toISOString(),
      });
    }
    expect(new Set(events.map((event) => event.id)).size).toBe(8);
  }
});

test('an event about a contact carries the person as they were at that moment', async () => {
  const { events, id } = await everything();
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
  expect(blocks.map(({ company, tags }) => [company, tags])).toEqual([
    [null, []],
    ['Engines', []],
    ['Engines', ['customer']],
    ['Engines', []],
    ['Engines', []],
  ]);
});
