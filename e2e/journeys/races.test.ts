import { afterAll, expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { newSpace } from '../space.ts';
import { closeReceivers, newWebhookSpace } from './webhook-space.ts';

afterAll(closeReceivers);

const times = <T>(count: number, act: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => act(n)));

test('concurrent calls that add the same new tags to many contacts succeed, and each tag is created once', async () => {
  const { client, request } = await newSpace();
  const contacts = await times(10, (n) => client.contacts.create({ name: `Contact ${n}`, email: `c${n}@example.com` }));
  const tags = ['alpha', 'beta', 'gamma', 'delta'];
  const answers = await times(40, (n) =>
    request('POST', `/contacts/${contacts[n % 10]!.id}/tags`, { body: { tags: n % 2 ? tags : tags.toReversed() } }),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect((await client.tags.list()).data.map(({ name, contact_count }) => [name, contact_count])).toEqual(
    [...tags].sort().map((tag) => [tag, 10]),
  );
});

test('adding and removing a tag concurrently ends in one of the two states without an error', async () => {
  const { client, request } = await newSpace();
  const { id } = await client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  const answers = await times(30, (n) =>
    n % 2 ? request('POST', `/contacts/${id}/tags`, { body: { tags: ['a', 'b'] } }) : request('DELETE', `/contacts/${id}/tags?tags=b,a`),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect([['a', 'b'], []]).toContainEqual((await client.contacts.get({ id })).tags);
});

test('concurrent update, tag, list and delete of a contact end with the contact existing or not', async () => {
  const { client, request } = await newSpace();
  const { id } = await client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  await client.audiences.create({ name: 'Fixed', contact_ids: [id] });
  const calls = [
    () => request('PATCH', `/contacts/${id}`, { body: { company: 'X' } }),
    () => request('POST', `/contacts/${id}/tags`, { body: { tags: ['x'] } }),
    () => request('GET', '/audiences'),
    () => request('DELETE', `/contacts/${id}`),
    () => request('POST', '/audiences', { body: { name: 'Other', contact_ids: [id] } }),
  ];
  const answers = await times(25, (n) => calls[n % calls.length]!());
  for (const { status } of answers) expect([200, 201, 404, 409, 422]).toContain(status);
  expect((await client.contacts.list()).data).toEqual([]);
  expect((await client.audiences.list()).data.map(({ contact_count }) => contact_count)).toEqual(expect.arrayContaining([0]));
});

test('concurrent increments with If-Match lose no update', async () => {
  const { client, request } = await newSpace();
  const { id } = await client.contacts.create({ name: 'Counter', email: 'c@example.com', custom_fields: { count: 0 } });
  const add = async (): Promise<void> => {
    for (;;) {
      const { body, headers } = await request('GET', `/contacts/${id}`);
      const count = body.custom_fields.count + 1;
      if (
        (await request('PATCH', `/contacts/${id}`, { body: { custom_fields: { count } }, headers: { 'if-match': headers.get('etag')! } }))
          .status === 200
      )
        return;
    }
  };
  await times(10, add);
  expect((await client.contacts.get({ id })).custom_fields).toEqual({ count: 10 });
});

test('deleting a webhook during an attempt deletes the delivery without an error', async () => {
  const space = await newWebhookSpace();
  const held = Promise.withResolvers<void>();
  space.receiver.answer((_request, response) => void held.promise.then(() => response.writeHead(204).end()));
  await space.client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  await space.received('contact_created');
  const tested = space.request('POST', `/event-subscriptions/${space.webhook_id}/test`);
  await space.received('test');
  expect(await space.client.event_subscriptions.delete({ id: space.webhook_id })).toMatchObject({ deleted: true });
  held.resolve();
  expect((await tested).status).toBe(404);
  await expect(space.client.deliveries.list({ id: space.webhook_id })).rejects.toMatchObject({ status: 404 });
});

test('a delivery with a running attempt cannot be resent', async () => {
  const space = await newWebhookSpace();
  const held = Promise.withResolvers<void>();
  space.receiver.answer((_request, response) => void held.promise.then(() => response.writeHead(204).end()));
  await space.client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  const { delivery_id } = (await space.received('contact_created')).event;
  const answers = await times(5, () => space.request('POST', `/event-subscriptions/${space.webhook_id}/deliveries/${delivery_id}/resend`));
  for (const { body, headers } of answers) {
    expect(body).toMatchObject({ status: 409, code: 'conflict' });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  held.resolve();
  await eventually(async () =>
    expect((await space.client.deliveries.list({ id: space.webhook_id })).data).toMatchObject([{ status: 'succeeded' }]),
  );
  expect(space.receiver.received).toHaveLength(1);
});

test('concurrent resends of a delivery make one attempt', async () => {
  const space = await newWebhookSpace();
  await space.client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  const { delivery_id } = (await space.received('contact_created')).event;
  const log = async () => (await space.client.deliveries.list({ id: space.webhook_id })).data;
  await eventually(async () => expect(await log()).toMatchObject([{ status: 'succeeded' }]));
  const answers = await times(10, () => space.request('POST', `/event-subscriptions/${space.webhook_id}/deliveries/${delivery_id}/resend`));
  for (const { status } of answers) expect([202, 409]).toContain(status);
  await eventually(async () => expect(await log()).toMatchObject([{ status: 'succeeded', next_attempt_at: null }]));
  const [delivery] = await log();
  expect(delivery!.attempts.map(({ number }) => number)).toEqual(delivery!.attempts.map((_, n) => n + 1));
  expect(delivery!.attempts.length).toBeGreaterThanOrEqual(2);
});

test('paging returns tags of every alphabet once', async () => {
  const { client } = await newSpace();
  const { id } = await client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  const tags = ['a', 'B', 'ä', 'Z', '_', '%', '🙂', 'a b', 'ß', 'ÿ', '日本', '"', "'", '\\', '1'];
  await client.contacts.tag({ id, tags });
  const seen: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await client.tags.list({ limit: 2, ...(cursor ? { cursor } : {}) });
    seen.push(...page.data.map(({ name }) => name));
    cursor = page.next_cursor;
  }
  expect(seen).toHaveLength(tags.length);
  expect([...seen].sort()).toEqual([...tags].sort());
});
