import { describe, expect, test } from '@jest/globals';
import { contacts } from '@space/contracts/contacts';
import { useContactsService } from './fixtures/contacts-service.ts';

const service = useContactsService();

const ada = { name: 'Ada Lovelace', email: 'Ada@Example.com' };

function newSpace() {
  const space = service.newSpace();
  return { ...space, types: async () => (await space.events()).map(({ type }) => type) };
}

describe('creating a contact', () => {
  test('returns all fields, with null for those that were not given', async () => {
    const { call } = newSpace();
    const now = new Date(service.ports.clock.now()).toISOString();
    const made = await call(contacts, 'create', ada);
    expect(made).toEqual({
      id: expect.stringMatching(/^con_[0-9a-z]{26}$/),
      created_at: now,
      updated_at: now,
      ...ada,
      phone: null,
      company: null,
      line_of_work: null,
      location: null,
      bio: null,
      custom_fields: {},
      tags: [],
    });
    expect(await call(contacts, 'get', { id: made.id })).toEqual(made);
  });

  test('stores every character and every custom field unchanged', async () => {
    const { call } = newSpace();
    const fields = {
      name: '  Zoë 👩‍🚀 “quoted” \\ ',
      email: 'z@example.com',
      bio: 'line\nline\ttab',
      custom_fields: { 'a key': [1, 2.5, null, { deep: true }], ключ: 'значение' },
    };
    const made = await call(contacts, 'create', fields);
    expect(await call(contacts, 'get', { id: made.id })).toMatchObject(fields);
  });

  test('rejects a duplicate email, in any case, and returns the id of the existing contact', async () => {
    const { call, types } = newSpace();
    const first = await call(contacts, 'create', ada);
    await expect(call(contacts, 'create', { name: 'Other', email: 'aDA@example.COM' })).rejects.toMatchObject({
      code: 'duplicate',
      status: 409,
      extras: { existing_id: first.id },
    });
    expect(await types()).toEqual(['contact_created']);
  });

  test('accepts an email that a contact of another Space has', async () => {
    await newSpace().call(contacts, 'create', ada);
    expect(await newSpace().call(contacts, 'create', ada)).toMatchObject(ada);
  });

  test('lists every invalid field of the input in one error', async () => {
    const { call, types } = newSpace();
    const wrong = { name: ' ', email: 'not an email', colour: 'red' } as unknown as typeof ada;
    const refused = await call(contacts, 'create', wrong).catch((problem) => problem);
    expect(refused).toMatchObject({ code: 'invalid', status: 400 });
    expect(refused.extras.errors.map(({ path }: { path: string }) => path).sort()).toEqual(['colour', 'email', 'name']);
    expect(await types()).toEqual([]);
  });
});

describe('changing a contact', () => {
  test('changes the given fields and leaves the others', async () => {
    const { call } = newSpace();
    const made = await call(contacts, 'create', { ...ada, phone: '1', company: 'Engines' });
    service.ports.clock.advance(1_000);
    const changed = await call(contacts, 'update', { id: made.id, company: 'Engines Ltd', custom_fields: { plan: 'pro' } });
    expect(changed).toEqual({
      ...made,
      company: 'Engines Ltd',
      custom_fields: { plan: 'pro' },
      updated_at: new Date(service.ports.clock.now()).toISOString(),
      before: { company: 'Engines', custom_fields: {} },
    });
    const { before: _before, ...undone } = await call(contacts, 'update', { id: made.id, ...changed.before });
    expect({ ...undone, updated_at: made.updated_at }).toEqual(made);
  });

  test('clears a field that is null, and rejects null for name and email', async () => {
    const { call } = newSpace();
    const made = await call(contacts, 'create', { ...ada, phone: '1' });
    expect(await call(contacts, 'update', { id: made.id, phone: null })).toMatchObject({ phone: null });
    await expect(call(contacts, 'update', { id: made.id, name: null as unknown as string })).rejects.toMatchObject({ code: 'invalid' });
  });

  test('to the same values emits no event and creates no version', async () => {
    const { call, types } = newSpace();
    const made = await call.whole(contacts, 'create', { ...ada, custom_fields: { a: 1, b: 2 } });
    const again = await call.whole(contacts, 'update', { id: made.output.id, ...ada, custom_fields: { b: 2, a: 1 } });
    expect(again).toEqual({ ...made, output: { ...made.output, before: {} } });
    expect(await types()).toEqual(['contact_created']);
  });

  test('emits an event that lists the changed fields', async () => {
    const { call, events } = newSpace();
    const { id } = await call(contacts, 'create', ada);
    await call(contacts, 'update', { id, name: 'Countess', email: ada.email, phone: '2' });
    const [, event] = await events();
    expect(event).toMatchObject({
      type: 'contact_updated',
      data: { contact_id: id, changed: ['name', 'phone'], contact: { name: 'Countess', first_name: 'Countess', phone: '2' } },
    });
  });

  test('rejects the email of another contact, and accepts its own email in another case', async () => {
    const { call } = newSpace();
    const first = await call(contacts, 'create', ada);
    const second = await call(contacts, 'create', { name: 'Second', email: 'second@example.com' });
    await expect(call(contacts, 'update', { id: second.id, email: 'ADA@example.com' })).rejects.toMatchObject({
      code: 'duplicate',
      extras: { existing_id: first.id },
    });
    expect(await call(contacts, 'update', { id: first.id, email: 'ADA@example.com' })).toMatchObject({ email: 'ADA@example.com' });
  });

  test('with an outdated If-Match is rejected and changes nothing', async () => {
    const { call } = newSpace();
    const { output, etag } = await call.whole(contacts, 'create', ada);
    const changed = await call.whole(contacts, 'update', { id: output.id, name: 'New' }, { if_match: etag! });
    expect(changed.etag).not.toBe(etag);
    for (const if_match of [etag!, '"abc"', 'nonsense'])
      await expect(call(contacts, 'update', { id: output.id, name: 'Newer' }, { if_match })).rejects.toMatchObject({
        code: 'precondition_failed',
        status: 412,
      });
    const { before: _before, ...contact } = changed.output;
    expect(await call.whole(contacts, 'get', { id: output.id })).toEqual({ ...changed, output: contact });
    expect(await call(contacts, 'update', { id: output.id, name: 'Newest' }, { if_match: '*' })).toMatchObject({ name: 'Newest' });
  });
});

describe('deleting a contact', () => {
  test('removes it permanently and frees its email', async () => {
    const { call, types } = newSpace();
    const { id } = await call(contacts, 'create', ada);
    expect(await call(contacts, 'delete', { id })).toEqual({ id, deleted: true, change_id: expect.stringMatching(/^chg_/) });
    await expect(call(contacts, 'get', { id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(call(contacts, 'delete', { id })).rejects.toMatchObject({ code: 'not_found' });
    await call(contacts, 'create', ada);
    expect(await types()).toEqual(['contact_created', 'contact_deleted', 'contact_created']);
  });

  test('with an outdated If-Match is rejected', async () => {
    const { call } = newSpace();
    const { output, etag } = await call.whole(contacts, 'create', ada);
    await call(contacts, 'update', { id: output.id, name: 'New' });
    await expect(call(contacts, 'delete', { id: output.id }, { if_match: etag! })).rejects.toMatchObject({ code: 'precondition_failed' });
    expect(await call(contacts, 'get', { id: output.id })).toMatchObject({ name: 'New' });
  });
});

test('a contact of another Space and one that never existed give the same error', async () => {
  const { id } = await newSpace().call(contacts, 'create', ada);
  const { call } = newSpace();
  const never = 'con_00000000000000000000000000';
  for (const attempt of ['get', 'update', 'delete'] as const) {
    const [theirs, none] = await Promise.all([id, never].map((each) => call(contacts, attempt, { id: each }).catch((problem) => problem)));
    expect(theirs).toMatchObject({ code: 'not_found', status: 404 });
    expect(theirs.message.replace(id, never)).toBe(none.message);
  }
  await expect(call(contacts, 'tag', { id, tags: ['x'] })).rejects.toMatchObject({ code: 'not_found' });
  await expect(call(contacts, 'untag', { id, tags: ['x'] })).rejects.toMatchObject({ code: 'not_found' });
});
