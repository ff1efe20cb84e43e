import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contracts } from '@space/contracts/catalog';
import { Problem } from '@space/contracts/core';
import { callAs, eventually, newSpaceCaller, type ReceivedRequest, type TestServices } from '@space/runtime/testing';
import { Webhook } from 'standardwebhooks';
import { createReceiver, createWebhookSpace, startWebhooks, type WebhookSpace } from './fixtures/webhooks.ts';

let services: TestServices;
let space: WebhookSpace;
beforeAll(async () => {
  services = await startWebhooks();
  services.ports.clock.set(Date.now());
  space = await createWebhookSpace(services);
});
afterAll(async () => {
  await space.receiver.close();
  await services.stop();
});

const next = async (receiver = space.receiver): Promise<ReceivedRequest> => {
  const before = receiver.received.length;
  return eventually(() => {
    const one = receiver.received[before];
    if (!one) throw new Error('No delivery arrived yet.');
    return one;
  });
};

/** The reference receiver of the spec. */
function verifies(secret: string, received: ReceivedRequest): boolean {
  const [t, v1] = String(received.headers['service-signature'])
    .split(',')
    .map((part) => part.split('=')[1]);
  return createHmac('sha256', secret).update(`${t}.${received.body}`).digest('hex') === v1;
}

test('a created contact is delivered with a signature, the contact and the actor', async () => {
  const arriving = next();
  const contact = await space.createContact();
  const received = await arriving;
  expect(received.event).toMatchObject({
    type: 'contact_created',
    label: 'Contact created',
    space_id: space.caller.space_id,
    attempt: 1,
    data: {
      contact_id: contact.id,
      contact: { name: contact.name, first_name: 'Ada', email: contact.email, phone: null },
      actor: { kind: 'api_key', name: 'Test key' },
      actor_kind: 'api_key',
    },
  });
  expect(received.headers).toMatchObject({
    'service-event': 'contact_created',
    'service-event-id': received.event.id,
    'service-delivery': String(received.event.delivery_id),
    'content-type': 'application/json; charset=utf-8',
  });
  expect(received.headers['service-signature']).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/);
});

test('the signature verifies by the spec and by Standard Webhooks, and a changed body verifies by neither', async () => {
  const arriving = next();
  await space.createContact();
  const received = await arriving;
  const standard = new Webhook(space.secret);
  expect(verifies(space.secret, received)).toBe(true);
  expect(standard.verify(received.body, received.headers as Record<string, string>)).toMatchObject({ id: received.event.id });
  const forged = { ...received, body: received.body.replace('Ada', 'Eve') };
  expect(verifies(space.secret, forged)).toBe(false);
  expect(() => standard.verify(forged.body, forged.headers as Record<string, string>)).toThrow();
});

test('rotating the secret invalidates the old one immediately', async () => {
  const { secret } = await space.call(contracts.listeners, 'rotate_secret', { id: space.id });
  const arriving = next();
  await space.createContact();
  const received = await arriving;
  expect(verifies(space.secret, received)).toBe(false);
  expect(verifies(secret, received)).toBe(true);
});

test('no read, list or log line contains the secret', async () => {
  const reads = [await space.call(contracts.listeners, 'get', { id: space.id }), await space.call(contracts.listeners, 'list', {})];
  expect(JSON.stringify(reads)).not.toContain('whsec_');
  expect(services.ports.lines.join('\n')).not.toContain('whsec_');
});

test('a test event is sent immediately and once, also to a disabled webhook, and does not count toward disabling', async () => {
  const other = await createWebhookSpace(services);
  await other.call(contracts.listeners, 'update', { id: other.id, enabled: false });
  other.receiver.answer((_request, response) => response.writeHead(500).end('broken'));
  const delivery = await other.call(contracts.deliveries, 'test', { id: other.id });
  expect(delivery).toMatchObject({
    event_type: 'test',
    status: 'dead',
    attempts: [{ number: 1, response_code: 500, error: 'http', response_body: 'broken' }],
  });
  expect(other.receiver.received[0]!.headers['service-event']).toBe('test');
  expect(await other.call(contracts.listeners, 'get', { id: other.id })).toMatchObject({ consecutive_dead_deliveries: 0 });
  await other.receiver.close();
});

test('a resent delivery has the same event and delivery id and the next attempt number', async () => {
  const other = await createWebhookSpace(services);
  await other.createContact();
  const delivered = await eventually(async () => {
    const [one] = (await other.call(contracts.deliveries, 'list', { id: other.id })).data;
    expect(one).toMatchObject({ status: 'succeeded' });
    return one!;
  });
  const again = next(other.receiver);
  const { delivery_id } = delivered;
  expect(await other.call(contracts.deliveries, 'resend', { id: other.id, delivery_id })).toMatchObject({ status: 'pending', delivery_id });
  expect((await again).event).toMatchObject({ id: delivered.event_id, delivery_id, attempt: 2 });
  await eventually(async () =>
    expect((await other.call(contracts.deliveries, 'list', { id: other.id })).data[0]).toMatchObject({
      status: 'succeeded',
      attempts: [{ number: 1 }, { number: 2 }],
    }),
  );
  await other.receiver.close();
});

test('a webhook receives only events that match its types and filters', async () => {
  const picky = await createWebhookSpace(services, {
    event_types: ['contact_deleted', 'contact_tagged'],
    filters: { contact_tagged: { tag: 'vip' }, actor_kind: 'api_key' },
  });
  const contact = await picky.createContact();
  await picky.call(contracts.contacts, 'tag', { id: contact.id, tags: ['lead', 'vip'] });
  // Attempts to one webhook run concurrently, so the order is certain only after arrival.
  await eventually(() => expect(picky.receiver.received).toHaveLength(1));
  await callAs(services.ports, { ...picky.caller, actor: { kind: 'agent', id: 'agt_x', name: 'Bot' } })(contracts.contacts, 'untag', {
    id: contact.id,
    tags: ['lead'],
  });
  await picky.call(contracts.contacts, 'delete', { id: contact.id });
  await eventually(() =>
    expect(picky.receiver.received.map(({ event }) => [event.type, event.data.tag])).toEqual([
      ['contact_tagged', 'vip'],
      ['contact_deleted', undefined],
    ]),
  );
  await picky.receiver.close();
});

test('an agent can read deliveries only of its own webhooks, and a feed has no deliveries', async () => {
  const space = await createWebhookSpace(services);
  await space.createContact();
  await eventually(() => expect(space.receiver.received).toHaveLength(1));
  const bot = callAs(services.ports, { ...space.caller, actor: { kind: 'agent', id: 'agt_x', name: 'Bot' } });
  const [delivery_id, event_id] = [space.receiver.received[0]!.event.delivery_id, space.receiver.received[0]!.event.id];
  const forbidden = { code: 'forbidden', message: expect.stringContaining('did not create the webhook') };
  const since = '2020-01-01T00:00:00Z';
  const { deliveries } = contracts;
  await expect(bot(deliveries, 'list', { id: space.id })).rejects.toMatchObject(forbidden);
  await expect(bot(deliveries, 'get_attempt', { id: space.id, delivery_id, number: 1 })).rejects.toMatchObject(forbidden);
  await expect(bot(deliveries, 'explain', { id: space.id, event_id })).rejects.toMatchObject(forbidden);
  await expect(bot(deliveries, 'test', { id: space.id })).rejects.toMatchObject(forbidden);
  await expect(bot(deliveries, 'resend', { id: space.id, delivery_id })).rejects.toMatchObject(forbidden);
  await expect(bot(deliveries, 'recover', { id: space.id, since })).rejects.toMatchObject(forbidden);
  const { subscription } = await space.call(contracts.listeners, 'create', {
    kind: 'feed',
    name: 'Feed',
    event_types: ['contact_created'],
  });
  await expect(space.call(deliveries, 'list', { id: subscription.id })).rejects.toMatchObject({
    code: 'conflict',
    message: 'Only webhooks have deliveries; this event subscription is of kind feed.',
  });
  await space.receiver.close();
});

test('exactly 25 of 30 concurrent creates of a webhook succeed, and the others get limit_reached', async () => {
  const caller = newSpaceCaller();
  const call = callAs(services.ports, caller);
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, (_, index) =>
      call(contracts.listeners, 'create', { kind: 'webhook', name: `Hook ${index}`, url: 'https://93.184.216.34/', event_types: ['*'] }),
    ),
  );
  expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(25);
  for (const one of results) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'limit_reached' });
  expect((await call(contracts.listeners, 'list', { include_total: true })).total).toBe(25);
});

test('deleting a webhook deletes its log, and it receives no further event', async () => {
  const other = await createWebhookSpace(services, { event_types: ['contact_created'] });
  const second = await createReceiver(other.call, 'contact_created');
  await other.createContact();
  await eventually(() => expect(other.receiver.received).toHaveLength(1));
  await other.call(contracts.listeners, 'delete', { id: other.id });
  await expect(other.call(contracts.deliveries, 'list', { id: other.id })).rejects.toThrow(Problem);
  for (let made = 0; made < 2; made += 1) {
    const { id } = await other.createContact();
    await eventually(() => expect(second.received.map(({ event }) => event.data.contact_id)).toContain(id));
  }
  expect(other.receiver.received).toHaveLength(1);
  for (const receiver of [second, other.receiver]) await receiver.close();
});

test('a caller of another Space gets not_found for the webhook and its deliveries', async () => {
  const stranger = callAs(services.ports, newSpaceCaller());
  const { id } = space;
  for (const attempt of [
    () => stranger(contracts.listeners, 'get', { id }),
    () => stranger(contracts.listeners, 'update', { id, enabled: false }),
    () => stranger(contracts.listeners, 'rotate_secret', { id }),
    () => stranger(contracts.listeners, 'delete', { id }),
    () => stranger(contracts.deliveries, 'list', { id }),
    () => stranger(contracts.deliveries, 'test', { id }),
    () => stranger(contracts.deliveries, 'resend', { id, delivery_id: 1 }),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
});
