import { expect, test } from '@jest/globals';
import { contactCreated } from '@space/contracts/contacts';
import { Event } from '@space/contracts/core';
import { createEvent } from './outbox.ts';

test('an emitted event has its type, label, time in milliseconds, and actor', () => {
  const actor = { kind: 'automation', id: 'aut_1', name: 'Welcome' } as const;
  const { body, ...columns } = createEvent(contactCreated, contactCreated.sample, { space_id: 'spc_1', actor }, 1_767_323_045_678);
  const event = JSON.parse(body);
  expect(Event.parse(event)).toEqual(event);
  expect(event).toEqual({
    id: columns.id,
    type: 'contact_created',
    label: 'Contact created',
    space_id: 'spc_1',
    occurred_at: '2026-01-02T03:04:05.678Z',
    data: { ...contactCreated.sample, actor, actor_kind: 'automation' },
  });
  expect(columns).toEqual({ id: expect.stringMatching(/^evt_[0-9a-z]{26}$/), type: 'contact_created', space_id: 'spc_1' });
});
