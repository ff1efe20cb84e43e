import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contactDirectory, contacts } from '@space/contracts/contacts';
import { callAs, emittedIn, newSpaceCaller, startServices, type TestServices } from '@space/runtime/testing';
import { contactsService } from '../src/service.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([contactsService]);
});
afterAll(() => space.stop());

function newSpace() {
  const caller = newSpaceCaller();
  const call = callAs(space.ports, caller);
  return {
    call,
    capture: (fields: object) => call(contactDirectory, 'capture', fields as never),
    people: async () => (await call(contacts, 'list', {})).data,
    events: async () =>
      (await emittedIn(space.ports.database, 'contacts', caller.space_id)).map(({ type, data }) => [type, data.changed ?? null]),
  };
}

test('an email that nobody has makes a contact, named after it when no name is given', async () => {
  const { capture, people, events } = newSpace();
  expect(await capture({ email: 'ada@example.com' })).toMatchObject({ name: 'ada', email: 'ada@example.com', tags: [] });
  expect(await capture({ email: 'bob@example.com', name: '  Bob ', phone: '' })).toMatchObject({ name: 'Bob', phone: null });
  expect(await people()).toHaveLength(2);
  expect(await events()).toEqual([
    ['contact_created', null],
    ['contact_created', null],
  ]);
});

test('what is given takes the place of what was there, what is empty changes nothing, and other fields stay', async () => {
  const { capture, call, people, events } = newSpace();
  const ada = await call(contacts, 'create', {
    name: 'Ada',
    email: 'Ada@Example.com',
    phone: '+441',
    company: 'Engines',
    custom_fields: { plan: 'pro', seats: 1 },
  });
  const found = await capture({
    email: 'ada@example.com',
    name: 'Ada Lovelace',
    phone: '',
    company: null,
    bio: '  ',
    custom_fields: { seats: 2 },
  });
  expect(found).toMatchObject({ id: ada.id, name: 'Ada Lovelace', email: 'Ada@Example.com', phone: '+441', company: 'Engines', bio: null });
  expect(found.custom_fields).toEqual({ plan: 'pro', seats: 2 });
  await capture({ email: 'ADA@example.com', name: 'Ada Lovelace' });
  expect(await people()).toHaveLength(1);
  expect(await events()).toEqual([
    ['contact_created', null],
    ['contact_updated', ['name', 'custom_fields']],
  ]);
});

test('twenty at once with one email make one contact, with one event', async () => {
  const { capture, people, events } = newSpace();
  const found = await Promise.all(Array.from({ length: 20 }, () => capture({ email: 'ada@example.com', name: 'Ada' })));
  expect(new Set(found.map(({ id }) => id)).size).toBe(1);
  expect([(await people()).length, await events()]).toEqual([1, [['contact_created', null]]]);
});

test('the contact of another Space with the same email is somebody else', async () => {
  const [here, there] = [newSpace(), newSpace()];
  const [one, other] = [await here.capture({ email: 'ada@example.com' }), await there.capture({ email: 'ada@example.com' })];
  expect(one.id).not.toBe(other.id);
});
