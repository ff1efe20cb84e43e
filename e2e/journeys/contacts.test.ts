import { expect, test } from '@jest/globals';
import { newSpace } from '../space.ts';

test('a contact is created, read, updated one field at a time, and deleted', async () => {
  const { client } = await newSpace();
  const created = await client.contacts.create({ name: 'Ada Lovelace', email: 'Ada@Example.com', company: 'Analytical Engines' });
  expect(created).toMatchObject({
    id: expect.stringMatching(/^con_[0-9a-z]{26}$/),
    email: 'Ada@Example.com',
    phone: null,
    tags: [],
    custom_fields: {},
  });
  expect(await client.contacts.get({ id: created.id })).toEqual(created);

  const changed = await client.contacts.update({ id: created.id, company: null, custom_fields: { plan: 'pro' } });
  expect(changed).toMatchObject({ name: 'Ada Lovelace', company: null, custom_fields: { plan: 'pro' }, created_at: created.created_at });
  expect(Date.parse(changed.updated_at)).toBeGreaterThanOrEqual(Date.parse(created.updated_at));

  expect(await client.contacts.delete({ id: created.id })).toEqual({
    id: created.id,
    deleted: true,
    change_id: expect.stringMatching(/^chg_/),
  });
  await expect(client.contacts.get({ id: created.id })).rejects.toMatchObject({
    status: 404,
    code: 'not_found',
    message: `There is no contact "${created.id}" in this Space.`,
  });
});

test('an update without a difference leaves the version unchanged', async () => {
  const { client } = await newSpace();
  const created = await client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  expect(await client.contacts.update({ id: created.id, name: 'Ada' })).toEqual({ ...created, before: {} });
  expect(await client.contacts.update({ id: created.id })).toEqual({ ...created, before: {} });
});

test("rejects a duplicate email (case-insensitive) and returns the existing contact's id", async () => {
  const { client } = await newSpace();
  const ada = await client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  const bob = await client.contacts.create({ name: 'Bob', email: 'bob@example.com' });
  const refusal = { status: 409, code: 'duplicate', problem: expect.objectContaining({ existing_id: ada.id }) };
  await expect(client.contacts.create({ name: 'Imposter', email: 'ADA@example.COM' })).rejects.toMatchObject(refusal);
  await expect(client.contacts.update({ id: bob.id, email: 'Ada@example.com' })).rejects.toMatchObject(refusal);
  const other = await newSpace();
  expect(await other.client.contacts.create({ name: 'Ada', email: 'ada@example.com' })).toMatchObject({ name: 'Ada' });
});

test('contacts are listed newest first, 50 by default, with a total on request', async () => {
  const { client } = await newSpace();
  await Promise.all(Array.from({ length: 53 }, (_, n) => client.contacts.create({ name: `Contact ${n}`, email: `c${n}@example.com` })));
  const first = await client.contacts.list({ include_total: true });
  expect(first).toMatchObject({ has_more: true, total: 53, data: { length: 50 } });
  const rest = await client.contacts.list({ cursor: first.next_cursor! });
  expect(rest).toMatchObject({ has_more: false, next_cursor: null, data: { length: 3 } });
  expect(rest).not.toHaveProperty('total');
  expect(await client.contacts.list({ offset: 50 })).toEqual(rest);
  const ids = [...first.data, ...rest.data].map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted().reverse());
});

test('search matches names, emails and companies of contacts', async () => {
  const { client } = await newSpace();
  await client.contacts.create({ name: 'Ada Lovelace', email: 'a@example.com' });
  await client.contacts.create({ name: 'Bob', email: 'lovelace@example.com' });
  await client.contacts.create({ name: 'Eve', email: 'e@example.com', company: 'Lovelace Ltd' });
  await client.contacts.create({ name: 'Unrelated', email: 'n@example.com', bio: 'lovelace' });
  const { data } = await client.contacts.list({ search: 'LOVELACE' });
  expect(data.map(({ name }) => name)).toEqual(['Eve', 'Bob', 'Ada Lovelace']);
});

test('tags are created on use, case-insensitive, and counted', async () => {
  const { client } = await newSpace();
  const ada = await client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  const bob = await client.contacts.create({ name: 'Bob', email: 'bob@example.com' });
  expect(await client.contacts.tag({ id: ada.id, tags: ['Customer', 'vip'] })).toMatchObject({ tags: ['Customer', 'vip'] });
  expect(await client.contacts.tag({ id: bob.id, tags: ['customer'] })).toMatchObject({ tags: ['Customer'] });
  expect((await client.tags.list()).data).toMatchObject([
    { name: 'Customer', contact_count: 2 },
    { name: 'vip', contact_count: 1 },
  ]);
  expect(await client.contacts.untag({ id: ada.id, tags: ['CUSTOMER', 'never had'] })).toMatchObject({ tags: ['vip'] });
  expect((await client.tags.list({ include_total: true })).data).toMatchObject([{ contact_count: 1 }, { contact_count: 1 }]);
});

test('an audience with a condition contains the contacts that match now', async () => {
  const { client } = await newSpace();
  const ada = await client.contacts.create({ name: 'Ada', email: 'ada@example.com', location: 'London', custom_fields: { seats: 12 } });
  const bob = await client.contacts.create({ name: 'Bob', email: 'bob@example.com', location: 'Paris', custom_fields: { seats: 3 } });
  await client.contacts.tag({ id: ada.id, tags: ['customer'] });
  const audience = await client.audiences.create({
    name: 'Londoners or large',
    condition: {
      and: [
        {
          or: [
            { field: 'location', op: 'contains', value: 'london' },
            { custom_field: 'seats', op: 'gt', value: 10 },
          ],
        },
        { not: { tag: 'lost' } },
      ],
    },
  });
  const members = async () => (await client.audiences.contacts({ id: audience.id })).data.map(({ name }) => name);
  expect(audience).toMatchObject({ kind: 'condition', contact_count: 1 });
  expect(await members()).toEqual(['Ada']);
  await client.contacts.update({ id: bob.id, location: 'New London' });
  expect(await members()).toEqual(['Bob', 'Ada']);
  await client.contacts.tag({ id: ada.id, tags: ['lost'] });
  expect(await members()).toEqual(['Bob']);
  expect(await client.audiences.get({ id: audience.id })).toMatchObject({ contact_count: 1 });
});

test('an audience with a fixed list contains its contacts, without deleted ones', async () => {
  const { client } = await newSpace();
  const ada = await client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  const bob = await client.contacts.create({ name: 'Bob', email: 'bob@example.com' });
  const audience = await client.audiences.create({ name: 'Friends', contact_ids: [ada.id, bob.id] });
  expect(audience).toMatchObject({ kind: 'fixed', condition: null, contact_count: 2 });
  await client.contacts.delete({ id: bob.id });
  expect(await client.audiences.contacts({ id: audience.id, include_total: true })).toMatchObject({ total: 1, data: [{ id: ada.id }] });
  expect(await client.audiences.update({ id: audience.id, condition: { tag: 'x' } })).toMatchObject({
    kind: 'condition',
    contact_count: 0,
  });
  await expect(client.audiences.create({ name: 'friends', contact_ids: [] })).rejects.toMatchObject({ code: 'duplicate' });
  await client.audiences.delete({ id: audience.id });
  expect(await client.contacts.get({ id: ada.id })).toMatchObject({ name: 'Ada' });
});

test('a tag may contain a comma, and removing it leaves the other tags', async () => {
  const { client } = await newSpace();
  const { id } = await client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  await client.contacts.tag({ id, tags: ['a', 'a,b', '[c'] });
  expect(await client.contacts.untag({ id, tags: ['a,b', '[c'] })).toMatchObject({ tags: ['a'] });
});

test('extreme dates in a condition are rejected or compared, never a 500', async () => {
  const { client } = await newSpace();
  const ask = (value: string) => client.audiences.create({ name: value, condition: { field: 'created_at', op: 'gt', value } });
  for (const value of ['0000-01-01', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:00'])
    await expect(ask(value)).rejects.toMatchObject({ status: 400 });
  for (const value of ['0001-02-01', '2026-01-01T00:00:00+14:00', '9999-01-01'])
    expect(await ask(value)).toMatchObject({ kind: 'condition' });
});

test('the ETag of a tag changes with its count, and If-Match ignores the count', async () => {
  const { client, request } = await newSpace();
  const { id } = await client.audiences.create({ name: 'Customers', condition: { tag: 'customer' } });
  const before = (await request('GET', `/audiences/${id}`)).headers.get('etag')!;
  const contact = await client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  await client.contacts.tag({ id: contact.id, tags: ['customer'] });
  const after = await request('GET', `/audiences/${id}`, { headers: { 'if-none-match': before } });
  expect(after.status).toBe(200);
  expect(after.headers.get('etag')).not.toBe(before);
  expect(await client.audiences.update({ id, name: 'Buyers' }, { if_match: before })).toMatchObject({ name: 'Buyers' });
});
