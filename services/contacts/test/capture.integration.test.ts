import { expect, test } from '@jest/globals';
import { contactDirectory, contacts } from '@space/contracts/contacts';
import { useContactsService } from './fixtures/contacts-service.ts';

const service = useContactsService();

function newSpace() {
  const space = service.newSpace();
  const { call } = space;
  return {
    call,
    capture: (fields: object) => call(contactDirectory, 'capture', fields as never),
    people: async () => (await call(contacts, 'list', {})).data,
    events: async () => (await space.events()).map(({ type, data }) => [type, data.changed ?? null]),
  };
}

test('an unknown email creates a contact, named after the email if no name is given', async () => {
  const { capture, people, events } = newSpace();
  expect(await capture({ email: 'ada@example.com' })).toMatchObject({ name: 'ada', email: 'ada@example.com', tags: [] });
  expect(await capture({ email: 'bob@example.com', name: '  Bob ', phone: '' })).toMatchObject({ name: 'Bob', phone: null });
  expect(await people()).toHaveLength(2);
  expect(await events()).toEqual([
    ['contact_created', null],
    ['contact_created', null],
  ]);
});

test('given fields replace stored ones, empty fields change nothing, and other fields stay', async () => {
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

test('custom fields that would make the contact too large stay as they are, and the other fields change', async () => {
  const { capture, call } = newSpace();
  const { id } = await capture({ email: 'ada@example.com', custom_fields: { a: 'x'.repeat(600_000) } });
  const found = await capture({ email: 'ada@example.com', name: 'Ada', custom_fields: { b: 'x'.repeat(600_000) } });
  expect(found).toMatchObject({ id, name: 'Ada' });
  expect(Object.keys((await call(contacts, 'get', { id })).custom_fields)).toEqual(['a']);
});

test('twenty concurrent captures of one email create one contact with one event', async () => {
  const { capture, people, events } = newSpace();
  const found = await Promise.all(Array.from({ length: 20 }, () => capture({ email: 'ada@example.com', name: 'Ada' })));
  expect(new Set(found.map(({ id }) => id)).size).toBe(1);
  expect([(await people()).length, await events()]).toEqual([1, [['contact_created', null]]]);
});

test('the same email in another Space is another contact', async () => {
  const [here, there] = [newSpace(), newSpace()];
  const [one, other] = [await here.capture({ email: 'ada@example.com' }), await there.capture({ email: 'ada@example.com' })];
  expect(one.id).not.toBe(other.id);
});
