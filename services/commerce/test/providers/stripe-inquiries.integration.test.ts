import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { finance, orders } from '@space/contracts/commerce';
import { storedRows } from '../fixtures/stored-rows.queries.ts';
import type { StripeEventObject } from '../fixtures/stripe-account.ts';
import type { StripeServer } from '../fixtures/stripe-server.ts';
import { newStripeSpace, type StripeSetting, startStripeSetting } from '../fixtures/stripe-space.ts';

const DAY_MS = 86_400_000;

let late = 0;
const now = (): number => Date.now() + late;

let stripe: StripeServer;
let started: StripeSetting['started'];
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ stripe, started, stop } = await startStripeSetting(now));
});
afterAll(() => stop());

/** Returns a Space with a paid order. */
async function newPaidSpace() {
  late = 0;
  const space = await newStripeSpace({ stripe, started, now });
  const { intent, events } = stripe.pay({ amount: 4_900, currency: 'eur', email: 'ada@example.com' });
  await space.send(events);
  const paid = await space.order('paid');
  return {
    ...space,
    intent: intent.id,
    paid: events,
    dispute_status: async () => (await space.call(orders, 'get', { id: paid.id })).dispute_status,
    disputes: async () => (await space.call(orders, 'list_disputes', {})).data,
    /** Returns the disputed money of all days. */
    async disputed() {
      const day = (time: number) => new Date(time).toISOString().slice(0, 10);
      const days = { start_date: day(Date.now() - DAY_MS), end_date: day(Date.now() + 90 * DAY_MS) };
      const { data } = await space.call(finance, 'summary', { ...days, by: 'month', mode: 'test', timezone: 'Etc/UTC' });
      return data.reduce((sum, { disputed_amount_cents }) => sum + disputed_amount_cents, 0);
    },
    disputeEvents: async () => (await space.events()).map(({ type }) => type).filter((type) => type.includes('disput')),
  };
}

const nothing = async (space: Awaited<ReturnType<typeof newPaidSpace>>) => {
  expect(await space.dispute_status()).toBeNull();
  expect(await space.disputes()).toEqual([]);
  expect(await space.disputed()).toBe(0);
  expect(await space.disputeEvents()).toEqual([]);
};

test('an inquiry is no dispute while it is open, and none when it is closed', async () => {
  const space = await newPaidSpace();
  const { dispute, events } = stripe.inquire(space.intent);
  await space.send([...events, ...stripe.sendEvidence(dispute.id).events]);
  await space.allRead();
  await nothing(space);
  late = 20 * DAY_MS;
  await space.send(stripe.closeDispute(dispute.id, 'warning_closed').events);
  await space.allRead();
  await nothing(space);
});

test('an inquiry that escalates is a dispute since its money was withdrawn', async () => {
  const space = await newPaidSpace();
  const { dispute, events } = stripe.inquire(space.intent);
  await space.send(events);
  late = 20 * DAY_MS;
  const withdrawn = now();
  await space.send(stripe.escalate(dispute.id).events);
  await space.allRead();
  expect(await space.dispute_status()).toBe('open');
  const [shown, ...others] = await space.disputes();
  expect(others).toEqual([]);
  expect(shown).toMatchObject({ reference: dispute.id, status: 'open', amount_cents: 4_900, closed_at: null });
  expect(Math.abs(Date.parse(shown!.disputed_at) - withdrawn)).toBeLessThan(60_000);
  expect(await space.disputed()).toBe(4_900);
  late = 40 * DAY_MS;
  await space.send(stripe.closeDispute(dispute.id, 'won').events);
  await space.allRead();
  expect(await space.dispute_status()).toBe('won');
  expect(await space.disputed()).toBe(0);
  expect(await space.disputeEvents()).toEqual(['commerce_order_disputed', 'commerce_dispute_closed']);
});

test('the order of the events of an inquiry that escalates changes nothing', async () => {
  const space = await newPaidSpace();
  const { dispute, events: asked } = stripe.inquire(space.intent);
  late = 5 * DAY_MS;
  const answered = stripe.sendEvidence(dispute.id).events;
  late = 20 * DAY_MS;
  const escalated = stripe.escalate(dispute.id).events;
  late = 25 * DAY_MS;
  const sent = stripe.sendEvidence(dispute.id).events;
  late = 40 * DAY_MS;
  const all = [...space.paid, ...asked, ...answered, ...escalated, ...sent, ...stripe.closeDispute(dispute.id, 'lost').events];
  const rowsAfter = async (events: readonly StripeEventObject[]) => {
    const other = await newStripeSpace({ stripe, started, now });
    expect(await other.send(events)).toEqual(events.map(() => 200));
    await other.allRead();
    return storedRows(started.ports, other.space_id);
  };
  const expected = await rowsAfter(all);
  expect(expected).toContain('"dispute_end"');
  expect(await rowsAfter(all.toReversed())).toBe(expected);
  expect(await rowsAfter([...all.slice(3), ...all.slice(0, 5)])).toBe(expected);
});
