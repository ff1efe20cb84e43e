import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contracts } from '@space/contracts/catalog';
import { MAX_ATTEMPTS } from '@space/contracts/events';
import { callAs, eventually, newSpaceCaller, startReceiver, type TestServices } from '@space/runtime/testing';
import { MINUTE_MS } from '@space/time';
import { Webhook } from 'standardwebhooks';
import { advanceClock, createWebhookSpace, listDeliveries, startWebhooks, type WebhookSpace } from './fixtures/webhooks.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startWebhooks();
});
afterAll(() => services.stop());

const advance = (milliseconds: number): void => advanceClock(services, milliseconds);
const iso = (): string => new Date(services.ports.clock.now()).toISOString();
const explain = (space: WebhookSpace, event_id: string) => space.call(contracts.deliveries, 'explain', { id: space.id, event_id });
const set = (space: WebhookSpace, change: object) => space.call(contracts.listeners, 'update', { id: space.id, ...change });

/** Waits until the webhook has `count` deliveries, each with one of these statuses. */
const waitForStatuses = (space: WebhookSpace, count: number, ...statuses: string[]) =>
  eventually(async () => {
    const found = await listDeliveries(space);
    expect(found).toHaveLength(count);
    for (const { status } of found) expect(statuses).toContain(status);
    return found;
  });

/** Emits events and lets every delivery of them die. */
async function die(space: WebhookSpace, count: number): Promise<void> {
  const before = (await listDeliveries(space)).length;
  space.receiver.answer((_request, response) => response.writeHead(500).end());
  for (let made = 0; made < count; made += 1) await space.createContact();
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    await eventually(async () => {
      const found = await listDeliveries(space);
      expect(found).toHaveLength(before + count);
      for (const delivery of found.slice(0, count)) expect(delivery.attempts).toHaveLength(attempt);
    });
    advance(721 * MINUTE_MS);
  }
  space.receiver.answer((_request, response) => response.writeHead(204).end());
}

/** Waits until a recovery is done and returns it. */
const waitForRecovery = (space: WebhookSpace, recovery_id: string) =>
  eventually(async () => {
    const recovery = await space.call(contracts.deliveries, 'get_recovery', { id: space.id, recovery_id });
    expect(recovery.status).toBe('done');
    return recovery;
  });

test('a recovery sends dead and skipped deliveries and events that match only now', async () => {
  const space = await createWebhookSpace(services, { event_types: ['contact_created'] });
  const otherReceiver = await startReceiver();
  const other = await space.call(contracts.listeners, 'create', {
    kind: 'webhook',
    name: 'All events',
    url: otherReceiver.url,
    event_types: ['*'],
  });
  const since = iso();
  await die(space, 2);
  await set(space, { enabled: false });
  const skipped = await space.createContact();
  await waitForStatuses(space, 3, 'dead', 'skipped');
  await set(space, { enabled: true });
  await space.call(contracts.contacts, 'tag', { id: skipped.id, tags: ['vip'] });
  await eventually(async () =>
    expect((await space.call(contracts.deliveries, 'list', { id: other.subscription.id })).data).toContainEqual(
      expect.objectContaining({ event_type: 'contact_tagged' }),
    ),
  );
  await set(space, { event_types: ['contact_created', 'contact_tagged'] });
  advance(MINUTE_MS);

  const ask = { id: space.id, since, statuses: ['dead', 'missed'] as ('dead' | 'missed')[] };
  expect(await space.call(contracts.deliveries, 'recover', { id: space.id, since, dry_run: true })).toEqual({
    dry_run: true,
    total: 2,
    total_is_exact: true,
    recovery: null,
  });
  expect(await space.call(contracts.deliveries, 'recover', { ...ask, dry_run: true })).toMatchObject({ total: 4 });
  const before = space.receiver.received.length;
  const key = { idempotency_key: `recover ${space.id}` };
  const started = await space.call(contracts.deliveries, 'recover', ask, key);
  expect(started).toMatchObject({ dry_run: false, total: 4, recovery: { subscription_id: space.id, status: 'queued', queued: 0, since } });
  expect(await space.call(contracts.deliveries, 'recover', ask, key)).toEqual(started);
  expect(await waitForRecovery(space, started.recovery!.id)).toMatchObject({ total: 4, queued: 4 });
  await waitForStatuses(space, 4, 'succeeded');
  const recovered = space.receiver.received.slice(before);
  expect(recovered.map(({ event }) => [event.type, event.attempt]).toSorted()).toEqual([
    ['contact_created', 1],
    ['contact_created', 9],
    ['contact_created', 9],
    ['contact_tagged', 1],
  ]);
  expect(await space.call(contracts.deliveries, 'recover', { ...ask, dry_run: true })).toMatchObject({ total: 0 });
  for (const receiver of [otherReceiver, space.receiver]) await receiver.close();
});

test('a recovery requires a valid period and an enabled webhook, and only one runs at a time', async () => {
  const space = await createWebhookSpace(services);
  const recover = (over: object) => space.call(contracts.deliveries, 'recover', { id: space.id, since: iso(), ...over });
  await expect(recover({})).rejects.toMatchObject({ code: 'invalid', extras: { errors: [{ path: 'since' }] } });
  await expect(recover({ since: 'yesterday' })).rejects.toMatchObject({ code: 'invalid' });
  await expect(recover({ since: '2026-02-30T00:00:00Z' })).rejects.toMatchObject({ code: 'invalid' });
  await set(space, { enabled: false });
  await expect(recover({ since: '2026-01-01T00:00:00+02:00' })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('is disabled'),
  });
  expect(await recover({ since: '2026-01-01T00:00:00+02:00', dry_run: true })).toMatchObject({ total: 0 });
  await set(space, { enabled: true });
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => recover({ since: '2026-01-01T00:00:00Z' })));
  for (const one of results) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'conflict' });
  const started = results.find((one) => one.status === 'fulfilled')!.value as { recovery: { id: string } };
  await waitForRecovery(space, started.recovery.id);
  const stranger = callAs(services.ports, newSpaceCaller());
  await expect(stranger(contracts.deliveries, 'get_recovery', { id: space.id, recovery_id: started.recovery.id })).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(stranger(contracts.deliveries, 'recover', { id: space.id, since: '2026-01-01T00:00:00Z' })).rejects.toMatchObject({
    code: 'not_found',
  });
  await space.receiver.close();
});

test('explain returns a verdict for each event and webhook, with the rule that excluded it', async () => {
  const space = await createWebhookSpace(services, {
    event_types: ['contact_created', 'contact_tagged'],
    filters: { contact_tagged: { tag: 'vip' }, actor_kind: 'api_key' },
  });
  // A second webhook matches all events, so that every event is stored.
  const { subscription: all } = await space.call(contracts.listeners, 'create', {
    kind: 'webhook',
    name: 'All',
    url: space.receiver.url.replace('/hook', '/all'),
    event_types: ['*'],
  });
  const events = async () => (await space.call(contracts.deliveries, 'list', { id: all.id })).data;
  const verdictOf = async (type: string) => {
    const event = await eventually(async () => (await events()).find(({ event_type }) => event_type === type)!.event_id);
    return explain(space, event);
  };
  space.receiver.answer((request, response) =>
    response.writeHead(request.headers['service-event'] === 'contact_updated' ? 500 : 200).end(),
  );
  const contact = await space.createContact();
  await eventually(async () =>
    expect(await verdictOf('contact_created')).toMatchObject({ verdict: 'delivered', message: expect.stringContaining('answered 200') }),
  );
  await space.call(contracts.contacts, 'tag', { id: contact.id, tags: ['lead'] });
  expect(await verdictOf('contact_tagged')).toMatchObject({ verdict: 'filtered', rule: 'contact_tagged.tag', delivery_id: null });
  await space.call(contracts.contacts, 'update', { id: contact.id, name: 'Ada L.' });
  expect(await verdictOf('contact_updated')).toMatchObject({ verdict: 'not_subscribed', rule: 'event_types' });

  await set(space, { event_types: ['*'], filters: {} });
  expect(await verdictOf('contact_updated')).toMatchObject({
    verdict: 'not_subscribed',
    rule: null,
    message: expect.stringContaining('recover'),
  });
  await set(space, { filters: { actor_kind: 'person' } });
  expect(await verdictOf('contact_updated')).toMatchObject({ verdict: 'filtered', rule: 'actor_kind' });

  await set(space, { filters: {} });
  await space.call(contracts.contacts, 'update', { id: contact.id, name: 'Ada M.' });
  await eventually(async () =>
    expect(await verdictOf('contact_updated')).toMatchObject({
      verdict: 'retrying',
      message: expect.stringMatching(/answered 500.*next attempt is due at/i),
    }),
  );
  await set(space, { enabled: false });
  expect(await verdictOf('contact_updated')).toMatchObject({ verdict: 'retrying', message: expect.stringContaining('is disabled') });
  await space.call(contracts.contacts, 'delete', { id: contact.id });
  await eventually(async () =>
    expect(await verdictOf('contact_deleted')).toMatchObject({ verdict: 'disabled', message: expect.stringContaining('recover') }),
  );
  expect(await explain(space, 'evt_01jd0000000000000000000000')).toMatchObject({ verdict: 'unknown_event', event_type: null });
  await expect(explain({ ...space, id: 'lis_none' }, 'evt_x')).rejects.toMatchObject({ code: 'not_found' });
  await space.receiver.close();
});

test('get_attempt returns the signed text without the secret, and reports a changed secret', async () => {
  const space = await createWebhookSpace(services);
  await space.createContact();
  const [delivery] = await waitForStatuses(space, 1, 'succeeded');
  const [received] = space.receiver.received;
  const attempt = () => space.call(contracts.deliveries, 'get_attempt', { id: space.id, delivery_id: delivery!.delivery_id, number: 1 });
  const sent = await attempt();
  expect(sent).toMatchObject({ number: 1, body: received!.body, secret_changed: false });
  for (const [name, value] of Object.entries(sent.headers)) expect([name, received!.headers[name]]).toEqual([name, value]);
  expect(JSON.stringify(sent)).not.toContain('whsec_');
  expect(sent.attempted_at).toBe(delivery!.attempts[0]!.attempted_at);
  const attemptedAt = new Date(sent.attempted_at);
  const v1 = createHmac('sha256', space.secret).update(sent.string_to_sign).digest('hex');
  expect(sent.headers['service-signature']).toBe(`t=${Math.floor(attemptedAt.getTime() / 1_000)},v1=${v1}`);
  expect(sent.standard_string_to_sign).toBe(`${delivery!.event_id}.${sent.string_to_sign}`);
  expect(new Webhook(space.secret).sign(delivery!.event_id, attemptedAt, sent.body)).toBe(sent.headers['webhook-signature']);
  await space.call(contracts.listeners, 'rotate_secret', { id: space.id });
  const after = await attempt();
  expect(after).toMatchObject({ secret_changed: true, headers: { 'service-signature': sent.headers['service-signature'] } });
  expect(after.headers).not.toHaveProperty('webhook-signature');
  await expect(
    space.call(contracts.deliveries, 'get_attempt', { id: space.id, delivery_id: delivery!.delivery_id, number: 2 }),
  ).rejects.toMatchObject({
    code: 'not_found',
  });
  await space.receiver.close();
});
