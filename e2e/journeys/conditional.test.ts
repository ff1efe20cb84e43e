import { expect, test } from '@jest/globals';
import { newSpace } from '../space.ts';

const ada = { name: 'Ada Lovelace', email: 'ada@example.com' };

test('an update with a stale If-Match is 412, and no change is lost', async () => {
  const { client, request } = await newSpace();
  const { id } = await client.contacts.create(ada);
  const etag = (await request('GET', `/contacts/${id}`)).headers.get('etag')!;
  await client.contacts.update({ id, company: 'First' }, { if_match: etag });
  await expect(client.contacts.update({ id, company: 'Second' }, { if_match: etag })).rejects.toMatchObject({
    status: 412,
    code: 'precondition_failed',
  });
  await expect(client.contacts.delete({ id }, { if_match: etag })).rejects.toMatchObject({ status: 412 });
  expect(await client.contacts.get({ id })).toMatchObject({ company: 'First' });
});

test('of ten concurrent updates of one version one succeeds', async () => {
  const { client, request } = await newSpace();
  const { id } = await client.contacts.create(ada);
  const etag = (await request('GET', `/contacts/${id}`)).headers.get('etag')!;
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      request('PATCH', `/contacts/${id}`, { body: { company: `Company ${n}` }, headers: { 'if-match': etag } }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
});

test('If-None-Match with the current version is 304 without a body until the contact changes', async () => {
  const { client, request } = await newSpace();
  const { id } = await client.contacts.create(ada);
  const read = (etag: string) => request('GET', `/contacts/${id}`, { headers: { 'if-none-match': etag } });
  const etag = (await read('"none"')).headers.get('etag')!;
  for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) expect(await read(known)).toMatchObject({ status: 304, text: '' });
  await client.contacts.update({ id, company: 'New' });
  expect(await read(etag)).toMatchObject({ status: 200, body: { company: 'New' } });
});

test('the response to an update has the ETag of the new version', async () => {
  const { request } = await newSpace();
  const created = await request('POST', '/contacts', { body: ada });
  const changed = await request('PATCH', `/contacts/${created.body.id}`, {
    body: { company: 'X' },
    headers: { 'if-match': created.headers.get('etag')! },
  });
  const read = await request('GET', `/contacts/${created.body.id}`);
  expect(changed.headers.get('etag')).toBe(read.headers.get('etag'));
  expect(changed.headers.get('etag')).not.toBe(created.headers.get('etag'));
});

test.each(['*', undefined])('If-Match %s accepts any version', async (etag) => {
  const { request, client } = await newSpace();
  const { id } = await client.contacts.create(ada);
  await client.contacts.update({ id, company: 'X' });
  expect((await request('PATCH', `/contacts/${id}`, { body: { company: 'Y' }, headers: etag ? { 'if-match': etag } : {} })).status).toBe(
    200,
  );
});

test.each(['"', 'garbage', '"0"', '"1', '"99999999999999999999"', ''])('If-Match %j matches no version', async (etag) => {
  const { request, client } = await newSpace();
  const { id } = await client.contacts.create(ada);
  expect((await request('PATCH', `/contacts/${id}`, { body: { company: 'Y' }, headers: { 'if-match': etag } })).body).toMatchObject({
    status: 412,
  });
});

test('a repeated call with the same idempotency key gets the first response', async () => {
  const { client } = await newSpace();
  const replays: (string | null)[] = [];
  const send = () =>
    client.contacts.create(ada, {
      idempotency_key: 'order-17',
      onResponse: ({ headers }) => void replays.push(headers.get('idempotent-replayed')),
    });
  const first = await send();
  expect(await send()).toEqual(first);
  expect(replays).toEqual([null, 'true']);
  await client.contacts.delete({ id: first.id });
  expect(await send()).toEqual(first);
  expect((await client.contacts.list()).data).toEqual([]);
});
