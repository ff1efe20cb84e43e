import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contacts } from '@space/contracts/contacts';
import { callAs, emittedIn, newSpaceCaller, startServices, type TestServices } from '@space/runtime/testing';
import { contactsService } from '../src/service.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([contactsService]);
});
afterAll(() => space.stop());

const ada = { name: 'Ada Lovelace', email: 'Ada@Example.com' };

function newSpace() {
  const caller = newSpaceCaller();
  const call = callAs(space.ports, caller);
  const types = async () => (await emittedIn(space.ports.database, 'contacts', caller.space_id)).map(({ type }) => type);
  return { caller, call, types };
}

describe('creating a contact', () => {
  test('answers it whole, with what was left out empty', async () => {
    const { call } = newSpace();
    const now = new Date(space.ports.clock.now()).toISOString();
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

  test('keeps every character and every custom field as it was given', async () => {
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

  test('with an email that another has is refused with the id of the other, whatever the case', async () => {
    const { call, types } = newSpace();
    const first = await call(contacts, 'create', ada);
    await expect(call(contacts, 'create', { name: 'Other', email: 'aDA@example.COM' })).rejects.toMatchObject({
      code: 'duplicate',
      status: 409,
      extras: { existing_id: first.id },
    });
    expect(await types()).toEqual(['contact_created']);
  });

  test('with an email that another Space has is nobody’s business', async () => {
    await newSpace().call(contacts, 'create', ada);
    expect(await newSpace().call(contacts, 'create', ada)).toMatchObject(ada);
  });

  test('names every fault of the input at once', async () => {
    const { call, types } = newSpace();
    const wrong = { name: ' ', email: 'nobody', colour: 'red' } as unknown as typeof ada;
    const refused = await call(contacts, 'create', wrong).catch((problem) => problem);
    expect(refused).toMatchObject({ code: 'invalid', status: 400 });
    expect(refused.extras.errors.map(({ path }: { path: string }) => path).sort()).toEqual(['colour', 'email', 'name']);
    expect(await types()).toEqual([]);
  });
});

describe('changing a contact', () => {
  test('changes the fields given and leaves the others', async () => {
    const { call } = newSpace();
    const made = await call(contacts, 'create', { ...ada, phone: '1', company: 'Engines' });
    space.ports.clock.advance(1_000);
    const changed = await call(contacts, 'update', { id: made.id, company: 'Engines Ltd', custom_fields: { plan: 'pro' } });
    expect(changed).toEqual({
      ...made,
      company: 'Engines Ltd',
      custom_fields: { plan: 'pro' },
      updated_at: new Date(space.ports.clock.now()).toISOString(),
    });
  });

  test('with null clears a field, and name and email cannot be cleared', async () => {
    const { call } = newSpace();
    const made = await call(contacts, 'create', { ...ada, phone: '1' });
    expect(await call(contacts, 'update', { id: made.id, phone: null })).toMatchObject({ phone: null });
    await expect(call(contacts, 'update', { id: made.id, name: null as unknown as string })).rejects.toMatchObject({ code: 'invalid' });
  });

  test('to what it is already emits nothing and is no new version', async () => {
    const { call, types } = newSpace();
    const made = await call.whole(contacts, 'create', { ...ada, custom_fields: { a: 1, b: 2 } });
    const again = await call.whole(contacts, 'update', { id: made.output.id, ...ada, custom_fields: { b: 2, a: 1 } });
    expect(again).toEqual(made);
    expect(await types()).toEqual(['contact_created']);
  });

  test('says in its event which fields changed', async () => {
    const { call, caller } = newSpace();
    const { id } = await call(contacts, 'create', ada);
    await call(contacts, 'update', { id, name: 'Countess', email: ada.email, phone: '2' });
    const [, event] = await emittedIn(space.ports.database, 'contacts', caller.space_id);
    expect(event).toMatchObject({
      type: 'contact_updated',
      data: { contact_id: id, changed: ['name', 'phone'], contact: { name: 'Countess', first_name: 'Countess', phone: '2' } },
    });
  });

  test('to the email of another is refused, to its own in another case is not', async () => {
    const { call } = newSpace();
    const first = await call(contacts, 'create', ada);
    const second = await call(contacts, 'create', { name: 'Second', email: 'second@example.com' });
    await expect(call(contacts, 'update', { id: second.id, email: 'ADA@example.com' })).rejects.toMatchObject({
      code: 'duplicate',
      extras: { existing_id: first.id },
    });
    expect(await call(contacts, 'update', { id: first.id, email: 'ADA@example.com' })).toMatchObject({ email: 'ADA@example.com' });
  });

  test('with an old If-Match is refused and changes nothing', async () => {
    const { call } = newSpace();
    const { output, etag } = await call.whole(contacts, 'create', ada);
    const changed = await call.whole(contacts, 'update', { id: output.id, name: 'New' }, { if_match: etag! });
    expect(changed.etag).not.toBe(etag);
    for (const if_match of [etag!, '"abc"', 'nonsense'])
      await expect(call(contacts, 'update', { id: output.id, name: 'Newer' }, { if_match })).rejects.toMatchObject({
        code: 'precondition_failed',
        status: 412,
      });
    expect(await call.whole(contacts, 'get', { id: output.id })).toEqual(changed);
    expect(await call(contacts, 'update', { id: output.id, name: 'Newest' }, { if_match: '*' })).toMatchObject({ name: 'Newest' });
  });
});

describe('deleting a contact', () => {
  test('removes it for good and frees its email', async () => {
    const { call, types } = newSpace();
    const { id } = await call(contacts, 'create', ada);
    expect(await call(contacts, 'delete', { id })).toEqual({ id, deleted: true });
    await expect(call(contacts, 'get', { id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(call(contacts, 'delete', { id })).rejects.toMatchObject({ code: 'not_found' });
    await call(contacts, 'create', ada);
    expect(await types()).toEqual(['contact_created', 'contact_deleted', 'contact_created']);
  });

  test('with an old If-Match is refused', async () => {
    const { call } = newSpace();
    const { output, etag } = await call.whole(contacts, 'create', ada);
    await call(contacts, 'update', { id: output.id, name: 'New' });
    await expect(call(contacts, 'delete', { id: output.id }, { if_match: etag! })).rejects.toMatchObject({ code: 'precondition_failed' });
    expect(await call(contacts, 'get', { id: output.id })).toMatchObject({ name: 'New' });
  });
});

test('another Space’s contact and one that never was are refused in the same words', async () => {
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
