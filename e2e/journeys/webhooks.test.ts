import { afterAll, expect, test } from '@jest/globals';
import { verifyWebhook, WebhookVerificationError } from '@space/client/webhooks';
import { WebhookBody } from '@space/contracts/core';
import { eventually } from '@space/runtime/testing';
import { Webhook } from 'standardwebhooks';
import { newSpace } from '../space.ts';
import { closeReceivers, newWebhookSpace, type WebhookSpace } from './webhook-space.ts';

afterAll(closeReceivers);

const ada = { name: 'Ada Lovelace', email: 'ada@example.com' };

/** The delivery log of a webhook. */
const log = async ({ client, webhook_id }: WebhookSpace) => (await client.deliveries.list({ id: webhook_id })).data;

test('a webhook receives the event of a new contact with signatures that two libraries verify', async () => {
  const space = await newWebhookSpace({ event_types: ['contact_created'] });
  const contact = await space.client.contacts.create(ada);
  const received = await space.received('contact_created');
  const event = await verifyWebhook(received, space.secret);
  expect(WebhookBody.parse(event)).toEqual(event);
  expect(event).toMatchObject({
    type: 'contact_created',
    label: 'Contact created',
    space_id: space.space_id,
    attempt: 1,
    data: {
      contact_id: contact.id,
      contact: { id: contact.id, first_name: 'Ada', email: ada.email },
      actor: { kind: 'api_key', name: 'Test key' },
      actor_kind: 'api_key',
    },
  });
  expect(new Webhook(space.secret).verify(received.body, received.headers as Record<string, string>)).toEqual(event);
  expect(received.headers).toMatchObject({
    'service-event': 'contact_created',
    'service-event-id': event.id,
    'service-delivery': String(event.delivery_id),
  });
  const forged = { ...received, body: received.body.replace('Ada', 'Eve') };
  await expect(verifyWebhook(forged, space.secret)).rejects.toThrow(WebhookVerificationError);
  await expect(verifyWebhook(received, space.secret, { now: Date.now() + 301_000 })).rejects.toThrow(/too old/);
});

test('the signing secret is returned on creation only', async () => {
  const { request, secret, webhook_id } = await newWebhookSpace();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  for (const path of ['/event-subscriptions', `/event-subscriptions/${webhook_id}`, `/event-subscriptions/${webhook_id}/deliveries`])
    expect((await request('GET', path)).text).not.toContain('whsec_');
  expect((await request('PATCH', `/event-subscriptions/${webhook_id}`, { body: { name: 'Renamed' } })).text).not.toContain('whsec_');
});

test('a failed attempt is retried after a minute, and the log has the response of the receiver', async () => {
  const space = await newWebhookSpace();
  space.receiver.answer((_request, response) => response.writeHead(503, { 'content-type': 'text/plain' }).end('come back later'));
  await space.client.contacts.create(ada);
  const [delivery] = await eventually(async () => {
    const deliveries = await log(space);
    expect(deliveries).toMatchObject([{ status: 'retrying' }]);
    return deliveries;
  });
  const [attempt] = delivery!.attempts;
  expect(attempt).toMatchObject({
    number: 1,
    status: 'failed',
    response_code: 503,
    error: 'http',
    error_message: 'The receiver answered 503.',
    response_body: 'come back later',
    response_headers: { 'content-type': 'text/plain' },
  });
  expect(delivery!.next_attempt_at).toBe(attempt!.next_attempt_at);
  const wait = Date.parse(attempt!.next_attempt_at!) - Date.parse(attempt!.attempted_at);
  expect(Math.round((wait - attempt!.duration_ms) / 60_000)).toBe(1);
  expect((await space.client.deliveries.list({ id: space.webhook_id, status: 'succeeded' })).data).toEqual([]);
});

test.each([
  [
    'redirects',
    (response: import('node:http').ServerResponse) => response.writeHead(302, { location: 'https://127.0.0.1:9/' }).end(),
    { response_code: 302, error: 'redirect' },
  ],
  [
    'breaks off',
    (response: import('node:http').ServerResponse) => response.socket!.destroy(),
    { response_code: null, error: 'connection' },
  ],
  [
    'answers without end',
    (response: import('node:http').ServerResponse) => response.end('x'.repeat(100_000)),
    { response_code: null, error: 'response_too_large' },
  ],
])('a receiver that %s has not taken the event', async (_what, answer, attempt) => {
  const space = await newWebhookSpace();
  space.receiver.answer((_request, response) => answer(response));
  await space.client.contacts.create(ada);
  await eventually(async () =>
    expect(await log(space)).toMatchObject([{ status: 'retrying', attempts: [{ status: 'failed', ...attempt }] }]),
  );
});

test('a failed delivery can be resent with the same ids', async () => {
  const space = await newWebhookSpace();
  space.receiver.answer((_request, response) => response.writeHead(500).end());
  await space.client.contacts.create(ada);
  const first = await space.received('contact_created');
  await eventually(async () => expect(await log(space)).toMatchObject([{ status: 'retrying' }]));
  space.receiver.answer((_request, response) => response.writeHead(200).end('thank you'));
  const { delivery_id } = first.event;
  expect(await space.client.deliveries.resend({ id: space.webhook_id, delivery_id })).toMatchObject({ delivery_id, status: 'pending' });
  await eventually(async () =>
    expect(await log(space)).toMatchObject([
      { delivery_id, status: 'succeeded', next_attempt_at: null, attempts: [{ number: 1 }, { number: 2, response_body: 'thank you' }] },
    ]),
  );
  expect(space.receiver.received[1]!.event).toMatchObject({ id: first.event.id, delivery_id, attempt: 2 });
});

test('a test event is delivered immediately, and the response contains the outcome', async () => {
  const space = await newWebhookSpace({ event_types: ['contact_deleted'] });
  expect(await space.client.deliveries.test({ id: space.webhook_id })).toMatchObject({
    event_type: 'test',
    status: 'succeeded',
    attempts: [{ number: 1, response_code: 204, error: null }],
  });
  expect(await verifyWebhook(space.receiver.received[0]!, space.secret)).toMatchObject({ type: 'test', space_id: space.space_id });
  space.receiver.answer((_request, response) => response.writeHead(500).end());
  expect(await space.client.deliveries.test({ id: space.webhook_id })).toMatchObject({
    status: 'dead',
    next_attempt_at: null,
    attempts: [{ response_code: 500 }],
  });
});

test('a rotated secret is valid immediately and replaces the old one', async () => {
  const space = await newWebhookSpace();
  const { secret, subscription } = await space.client.event_subscriptions.rotate_secret({ id: space.webhook_id });
  expect(subscription).toMatchObject({ id: space.webhook_id });
  await space.client.contacts.create(ada);
  const received = await space.received('contact_created');
  expect(await verifyWebhook(received, secret)).toMatchObject({ type: 'contact_created' });
  await expect(verifyWebhook(received, space.secret)).rejects.toThrow(WebhookVerificationError);
});

/** Returns the received events without one type: a new listener may receive the creation of another one just before. */
const typesBut = (received: readonly { event: { type: string } }[], left: string): string[] =>
  received.map(({ event }) => event.type).filter((type) => type !== left);

test('a disabled webhook receives nothing, and after it is enabled only new events', async () => {
  const other = await newWebhookSpace();
  const space = await newWebhookSpace({}, other);
  const off = await space.client.event_subscriptions.update({ id: space.webhook_id, enabled: false });
  expect(off).toMatchObject({ enabled: false, disabled_at: expect.any(String) });
  const { id } = await space.client.contacts.create(ada);
  await other.received('contact_created');
  await space.client.event_subscriptions.update({ id: space.webhook_id, enabled: true });
  await space.client.contacts.delete({ id });
  await space.received('contact_deleted');
  expect(typesBut(space.receiver.received, 'event_subscription_created')).toEqual(['contact_deleted']);
});

test('a webhook receives the event types that it subscribes to and no others', async () => {
  const space = await newSpace();
  const vip = await newWebhookSpace({ event_types: ['contact_tagged'], filters: { contact_tagged: { tag: 'vip' } } }, space);
  const people = await newWebhookSpace({ filters: { actor_kind: 'person' } }, space);
  const all = await newWebhookSpace({}, space);
  const { id } = await space.client.contacts.create(ada);
  await space.client.contacts.tag({ id, tags: ['lead', 'vip'] });
  await space.client.contacts.delete({ id });
  await eventually(
    () =>
      expect(typesBut(all.receiver.received, 'event_subscription_created').sort()).toEqual([
        'contact_created',
        'contact_deleted',
        'contact_tagged',
        'contact_tagged',
      ]),
    { timeout: 15_000 },
  );
  await vip.received('contact_tagged');
  expect(vip.receiver.received.map(({ event }) => event.data.tag)).toEqual(['vip']);
  expect(await log(people)).toEqual([]);
});

test('webhooks of one Space never receive events of another', async () => {
  const [space, other] = [await newWebhookSpace(), await newWebhookSpace()];
  await space.client.contacts.create(ada);
  await other.client.contacts.create({ name: 'Bob', email: 'bob@example.com' });
  await Promise.all([space.received('contact_created'), other.received('contact_created')]);
  expect(space.receiver.received.map(({ event }) => event.space_id)).toEqual([space.space_id]);
  expect(other.receiver.received.map(({ event }) => event.space_id)).toEqual([other.space_id]);
});
