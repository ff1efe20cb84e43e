import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { paymentSettings } from '@space/contracts/commerce';
import { isoTime } from '@space/database';
import { eventually } from '@space/runtime/testing';
import { disconnect } from '../src/settings/settings.queries.ts';
import { integrationList, newCommerceSpace, reports } from './fixtures/commerce-space.ts';
import { STRIPE_KEY, type StripeServer } from './fixtures/stripe-server.ts';
import { newStripeSpace, type StripeSetting, startStripeSetting } from './fixtures/stripe-space.ts';

let stripe: StripeServer;
let started: StripeSetting['started'];
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ stripe, started, stop } = await startStripeSetting());
});
afterAll(() => stop());
afterEach(() => {
  integrationList.isAway = false;
  stripe.accept(STRIPE_KEY);
});

/** Returns a new Space with a connected shop. */
async function newShop() {
  const space = newCommerceSpace(started.ports);
  const { id } = await space.operator(paymentSettings, 'connect', { space_id: space.space_id, provider: 'signed', name: 'Shop' });
  return { ...space, id };
}

/** Waits for the last report of a connection, by a clock that passes the pauses after failures within seconds. */
const lastReport = (id: string, expected: { readonly status: string; readonly error: string | null }) =>
  eventually(
    () => {
      started.ports.clock.advance(1_000);
      expect(reports.get(id)?.at(-1)).toEqual(expected);
    },
    { timeout: 20_000 },
  );

/** Returns how often the end of a connection was reported. */
const ends = (id: string): number => reports.get(id)!.filter(({ status }) => status === 'disconnected').length;

test('a connection is reported with the call that makes it, and with the one that ends it', async () => {
  const { space_id, id, operator } = await newShop();
  expect(reports.get(id)![0]).toEqual({ status: 'connected', error: null });
  await operator(paymentSettings, 'disconnect', { space_id, id });
  expect(ends(id)).toBe(1);
});

test('what is connected and disconnected while the list of integrations is away is reported when it is back', async () => {
  const { space_id, id: ended, operator } = await newShop();
  integrationList.isAway = true;
  const { id: made } = await newShop();
  await operator(paymentSettings, 'disconnect', { space_id, id: ended });
  const { refusals } = integrationList;
  await eventually(
    () => {
      started.ports.clock.advance(1_000);
      expect(integrationList.refusals).toBeGreaterThan(refusals + 2);
    },
    { timeout: 20_000 },
  );
  expect(reports.get(made)).toBeUndefined();
  integrationList.isAway = false;
  await lastReport(made, { status: 'connected', error: null });
  await lastReport(ended, { status: 'disconnected', error: null });
});

test('a check while the list of integrations is away counts when it is back', async () => {
  const { space_id, id, operator } = await newStripeSpace({ stripe, started });
  stripe.revoke();
  integrationList.isAway = true;
  expect(await operator(paymentSettings, 'check', { space_id, id })).toMatchObject({ id });
  integrationList.isAway = false;
  await lastReport(id, { status: 'connected', error: 'unauthorized' });
  await eventually(async () => {
    const { data } = await operator(paymentSettings, 'list', { space_id });
    expect(data).toMatchObject([{ status: 'refused', last_error: { code: 'unauthorized' } }]);
  });
});

test('a change is reported although its process died before it could', async () => {
  const { space_id, id } = await newShop();
  expect(await disconnect(started.ports.database, { space_id, id }, isoTime(started.ports.clock.now()))).toBe(true);
  await lastReport(id, { status: 'disconnected', error: null });
  expect(ends(id)).toBe(1);
});
