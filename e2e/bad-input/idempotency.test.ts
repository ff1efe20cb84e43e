import { beforeAll, expect, test } from '@jest/globals';
import { newKey, newSpace, type TestSpace } from '../space.ts';

let space: TestSpace;
beforeAll(async () => {
  space = await newSpace();
});

let count = 0;
/** Returns the fields of a contact with a new email. */
const someone = () => ({ name: 'Ada', email: `ada${++count}@example.com` });
const create = (key: string, body: unknown, { request } = space) =>
  request('POST', '/contacts', { body, headers: { 'idempotency-key': key } });
const contacts = async ({ request } = space) => (await request('GET', '/contacts?include_total=true')).body.total as number;

test('the same idempotency key with another body is 422 and changes nothing', async () => {
  await create('other-body', someone());
  const before = await contacts();
  expect((await create('other-body', someone())).body).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
  expect(await contacts()).toBe(before);
});

test('the same idempotency key with the same fields in another order is a replay', async () => {
  const { name, email } = someone();
  const first = await create('order', { name, email });
  const second = await create('order', { email, name });
  expect(second).toMatchObject({ status: 201, text: first.text });
});

test('of fifty concurrent calls with one idempotency key one is executed; the others get its response or 409', async () => {
  const before = await contacts();
  const body = someone();
  const answers = await Promise.all(Array.from({ length: 50 }, () => create('fifty', body)));
  expect(await contacts()).toBe(before + 1);
  const [made, ...waiting] = [answers.filter(({ status }) => status === 201), ...answers.filter(({ status }) => status !== 201)];
  expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
  for (const { status, body, headers } of waiting) {
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'conflict' });
    expect(headers.get('retry-after')).toBe('1');
  }
});

test('an error is not stored, so the same idempotency key can be used again', async () => {
  const taken = someone();
  await create('first', taken);
  expect(await create('again', taken)).toMatchObject({ status: 409 });
  expect(await create('again', someone())).toMatchObject({ status: 201 });
});

test('idempotency keys are separate per API key, Space and operation', async () => {
  const body = someone();
  await create('shared', body);
  const sameSpace = await newKey(space.space_id);
  const otherSpace = await newSpace();
  expect(await create('shared', someone(), sameSpace)).toMatchObject({ status: 201 });
  expect(await create('shared', body, otherSpace)).toMatchObject({ status: 201 });
  expect(
    await space.request('POST', '/audiences', { body: { name: 'A', contact_ids: [] }, headers: { 'idempotency-key': 'shared' } }),
  ).toMatchObject({ status: 201 });
});

test.each(['', 'x'.repeat(256), 'schl\u00fcssel'])('the idempotency key %j is 400', async (key) => {
  expect((await create(key, someone())).body).toMatchObject({ status: 400, errors: [{ path: 'Idempotency-Key' }] });
});

test('accepts an idempotency key of 255 characters with spaces and punctuation', async () => {
  const key = `"a b" {c} ${'~'.repeat(245)}`;
  const body = someone();
  expect(key).toHaveLength(255);
  expect((await create(key, body)).body.id).toBe((await create(key, body)).body.id);
});

test('PATCH and DELETE ignore an idempotency key', async () => {
  const { body } = await create('patched', someone());
  for (const company of ['One', 'Two']) {
    const answer = await space.request('PATCH', `/contacts/${body.id}`, { body: { company }, headers: { 'idempotency-key': 'same' } });
    expect(answer.body).toMatchObject({ company });
  }
});

test('a replay returns the signing secret again, to the same API key only', async () => {
  const body = { kind: 'webhook', name: 'Hook', url: 'https://127.0.0.1:9/', event_types: ['*'] };
  const headers = { 'idempotency-key': 'secret' };
  const first = await space.request('POST', '/event-subscriptions', { body, headers });
  const second = await space.request('POST', '/event-subscriptions', { body, headers });
  expect(second.body).toEqual(first.body);
  expect(first.body.secret).toMatch(/^whsec_/);
  const other = await newKey(space.space_id);
  expect((await other.request('POST', '/event-subscriptions', { body, headers })).body.secret).not.toBe(first.body.secret);
});
