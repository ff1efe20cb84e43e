import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contracts } from '@space/contracts/catalog';
import { MAX_FIGURE_DAYS } from '@space/contracts/core';
import { DELIVERY_FIGURE_DAYS } from '@space/contracts/events';
import { isoTime, newId, sql } from '@space/database';
import { callAs, eventually, newSpaceCaller, type TestServices } from '@space/runtime/testing';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@space/time';
import {
  advanceClock,
  createFailingWebhook,
  createWebhookSpace,
  runRetention,
  startWebhooks,
  type WebhookSpace,
} from './fixtures/webhooks.ts';

const { deliveries } = contracts;
let services: TestServices;
beforeAll(async () => {
  services = await startWebhooks();
});
afterAll(() => services.stop());

/** Returns the start of the hour of the clock of the test. */
const thisHour = (): string => isoTime(Math.floor(services.ports.clock.now() / HOUR_MS) * HOUR_MS);

const figuresOf = async ({ call }: Pick<WebhookSpace, 'call'>, over: object = {}) => (await call(deliveries, 'figures', over)).data;

test('counts the attempts of each webhook by hour and outcome, retries included and tests left out', async () => {
  const space = await createWebhookSpace(services, { event_types: ['contact_created'] });
  const failing = await createFailingWebhook(space.call, 'contact_created', 503);
  const first = thisHour();
  for (let n = 0; n < 3; n++) await space.createContact();
  await space.call(deliveries, 'test', { id: space.id });
  const succeeding = { subscription_id: space.id, hour_at: first, attempts: 3, succeeded: 3, failed: 0, errors: {} };
  const refused = { subscription_id: failing.id, hour_at: first, attempts: 3, succeeded: 0, failed: 3, errors: { http: 3 } };
  await eventually(async () => expect(await figuresOf(space)).toMatchObject([succeeding, refused]));
  for (const { p50_ms, p95_ms } of await figuresOf(space)) {
    expect(p50_ms).toBeGreaterThan(0);
    expect(p95_ms).toBeGreaterThanOrEqual(p50_ms);
  }
  advanceClock(services, HOUR_MS);
  await eventually(async () => expect(await figuresOf(space, { since: thisHour() })).toMatchObject([{ ...refused, hour_at: thisHour() }]));
  expect(await figuresOf(space)).toMatchObject([succeeding, refused, { ...refused, hour_at: thisHour() }]);
  expect(await figuresOf(space, { subscription_id: failing.id, until: thisHour() })).toMatchObject([refused]);
  for (const receiver of [space.receiver, failing.receiver]) await receiver.close();
});

test('returns the percentiles of the durations of all outcomes', async () => {
  const space = await createWebhookSpace(services, { event_types: ['contact_created'] });
  const { database } = services.ports;
  // Durations of up to 16, 1,024 and 8,192 ms.
  for (const [outcome, bucket, attempts] of [
    ['succeeded', 16, 50],
    ['succeeded', 40, 44],
    ['timeout', 52, 6],
  ] as const)
    await database.query(sql.typeAlias('void')`
      insert into events.delivery_figure (space_id, listener_id, hour_at, outcome, bucket, attempts)
      values (${space.caller.space_id}, ${space.id}, ${thisHour()}::timestamptz, ${outcome}, ${bucket}, ${attempts})`);
  expect(await figuresOf(space, { until: isoTime(services.ports.clock.now() + HOUR_MS) })).toEqual([
    {
      subscription_id: space.id,
      hour_at: thisHour(),
      attempts: 100,
      succeeded: 94,
      failed: 6,
      errors: { timeout: 6 },
      p50_ms: 16,
      p95_ms: 8_192,
    },
  ]);
  await space.receiver.close();
});

test('shows nothing of another Space, to an agent only webhooks that it created, and refuses a long period', async () => {
  const space = await createWebhookSpace(services, { event_types: ['contact_created'] });
  await space.createContact();
  await eventually(async () => expect(await figuresOf(space)).toHaveLength(1));
  const stranger = { call: callAs(services.ports, newSpaceCaller()) };
  expect(await figuresOf(stranger)).toEqual([]);
  await expect(figuresOf(stranger, { subscription_id: space.id })).rejects.toMatchObject({ code: 'not_found' });
  const agent = { kind: 'agent', id: newId('agt'), name: 'Bot' } as const;
  expect(await figuresOf({ call: callAs(services.ports, { ...space.caller, actor: agent }) })).toEqual([]);
  const since = isoTime(services.ports.clock.now() - MAX_FIGURE_DAYS * DAY_MS - MINUTE_MS);
  await expect(figuresOf(space, { since })).rejects.toMatchObject({
    message: 'since: must be at most 7 days before until, which is by default now.',
  });
  await space.receiver.close();
});

test('retention deletes figures after 30 days', async () => {
  const space = await createWebhookSpace(services, { event_types: ['contact_created'] });
  await space.createContact();
  const until = isoTime(services.ports.clock.now() + HOUR_MS);
  await eventually(async () => expect(await figuresOf(space, { until })).toHaveLength(1));
  services.ports.clock.advance((DELIVERY_FIGURE_DAYS - 1) * DAY_MS);
  await runRetention(services);
  expect(await figuresOf(space, { until })).toHaveLength(1);
  services.ports.clock.advance(DAY_MS + HOUR_MS);
  await runRetention(services);
  expect(await figuresOf(space, { until })).toEqual([]);
  await space.receiver.close();
});
