import { expect, test } from '@jest/globals';
import { contactDirectory, contacts } from '@space/contracts/contacts';
import { useContactsService } from './fixtures/contacts-service.ts';

const service = useContactsService();

async function newSpace() {
  const { call } = service.newSpace();
  const ada = await call(contacts, 'create', { name: 'Ada Lovelace', email: 'Ada@Example.com', company: 'Engines' });
  const bob = await call(contacts, 'create', { name: 'Bob', email: 'bob@example.com' });
  return { call, ada, bob };
}

test('resolve finds contacts by id and by email in any case, each once, in the form of event blocks', async () => {
  const { call, ada, bob } = await newSpace();
  const { contacts: found } = await call(contactDirectory, 'resolve', { ids: [bob.id, ada.id], emails: ['aDA@example.COM'] });
  const { created_at: _created, updated_at: _updated, ...fields } = ada;
  expect(found).toEqual([{ ...fields, first_name: 'Ada' }, expect.objectContaining({ id: bob.id, first_name: 'Bob' })]);
  expect(await call(contactDirectory, 'resolve', { emails: ['BOB@example.com'] })).toMatchObject({ contacts: [{ id: bob.id }] });
});

test('resolve ignores ids and emails of other Spaces and unknown ones', async () => {
  const [here, there] = [await newSpace(), await newSpace()];
  expect(await here.call(contactDirectory, 'resolve', { ids: [there.ada.id, 'con_unknown'], emails: ['unknown@example.com'] })).toEqual({
    contacts: [],
    merged: [],
  });
  const { contacts: found } = await here.call(contactDirectory, 'resolve', { emails: ['ada@example.com'] });
  expect(found.map(({ id }) => id)).toEqual([here.ada.id]);
  expect(await here.call(contactDirectory, 'resolve', {})).toEqual({ contacts: [], merged: [] });
});
