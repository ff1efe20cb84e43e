import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contactDirectory, contacts } from '@space/contracts/contacts';
import { callAs, newSpaceCaller, startServices, type TestServices } from '@space/runtime/testing';
import { contactsService } from '../src/service.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([contactsService]);
});
afterAll(() => space.stop());

async function newSpace() {
  const call = callAs(space.ports, newSpaceCaller());
  const ada = await call(contacts, 'create', { name: 'Ada Lovelace', email: 'Ada@Example.com', company: 'Engines' });
  const bob = await call(contacts, 'create', { name: 'Bob', email: 'bob@example.com' });
  return { call, ada, bob };
}

test('contacts are found by id and by email in whatever case, each once, as events show them', async () => {
  const { call, ada, bob } = await newSpace();
  const { contacts: found } = await call(contactDirectory, 'resolve', { ids: [bob.id, ada.id], emails: ['aDA@example.COM'] });
  const { created_at: _created, updated_at: _updated, ...fields } = ada;
  expect(found).toEqual([{ ...fields, first_name: 'Ada' }, expect.objectContaining({ id: bob.id, first_name: 'Bob' })]);
  expect(await call(contactDirectory, 'resolve', { emails: ['BOB@example.com'] })).toMatchObject({ contacts: [{ id: bob.id }] });
});

test('what another Space has, and what was never there, is passed over', async () => {
  const [here, there] = [await newSpace(), await newSpace()];
  expect(await here.call(contactDirectory, 'resolve', { ids: [there.ada.id, 'con_nobody'], emails: ['nobody@example.com'] })).toEqual({
    contacts: [],
  });
  const { contacts: found } = await here.call(contactDirectory, 'resolve', { emails: ['ada@example.com'] });
  expect(found.map(({ id }) => id)).toEqual([here.ada.id]);
  expect(await here.call(contactDirectory, 'resolve', {})).toEqual({ contacts: [] });
});
