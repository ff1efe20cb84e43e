import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { orders, paymentSettings, wallet } from '@space/contracts/commerce';
import { eventually } from '@space/runtime/testing';
import { newCommerceSpace } from './fixtures/commerce-space.ts';
import { STRIPE_WEBHOOK_SECRET } from './fixtures/stripe-account.ts';
import { STRIPE_KEY, type StripeServer } from './fixtures/stripe-server.ts';
import { type StripeSetting, startStripeSetting } from './fixtures/stripe-space.ts';

/** The amount that a provider writes, and the same amount in units of the currency. */
interface Written {
  readonly currency: string;
  readonly cents: number;
  readonly units: number;
}

/** Amounts that Stripe documents (docs.stripe.com/currencies), and the largest that it accepts. */
const atStripe: readonly Written[] = [
  { currency: 'USD', cents: 1_099, units: 10.99 },
  { currency: 'JPY', cents: 500, units: 500 },
  { currency: 'MGA', cents: 1_234, units: 1_234 },
  // The last digit of three decimals is always 0.
  { currency: 'KWD', cents: 5_120, units: 5.12 },
  // Without decimals, and written with 00.
  { currency: 'ISK', cents: 500, units: 5 },
  { currency: 'UGX', cents: 500, units: 5 },
  // Charged with two decimals, and paid out without.
  { currency: 'HUF', cents: 1_045, units: 10.45 },
  { currency: 'TWD', cents: 80_045, units: 800.45 },
  { currency: 'XCG', cents: 250, units: 2.5 },
  { currency: 'IDR', cents: 999_999_999_999, units: 9_999_999_999.99 },
];

/** Amounts as text in the lowest denomination, as Paddle documents them (developer.paddle.com/api-reference/about/data-types). */
const atPaddle: readonly Written[] = [
  { currency: 'USD', cents: 2_499, units: 24.99 },
  { currency: 'JPY', cents: 1_000, units: 1_000 },
  { currency: 'KRW', cents: 1_000, units: 1_000 },
  { currency: 'HUF', cents: 1_045, units: 10.45 },
];

let stripe: StripeServer;
let started: StripeSetting['started'];
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ stripe, started, stop } = await startStripeSetting());
});
afterAll(() => stop());

/** The amounts of a list by their currency. */
type Amounts = readonly { readonly currency: string | null; readonly amount: number; readonly amount_cents: number }[];

/** Waits until a list has each of the amounts once, with both forms of it. */
const shows = (written: readonly Written[], read: () => Promise<Amounts>) =>
  eventually(
    async () => {
      // Reads at the provider are due a little later.
      started.ports.clock.advance(500);
      const found = (await read()).map(({ currency, amount, amount_cents }) => ({ currency, cents: amount_cents, units: amount }));
      expect(found).toHaveLength(written.length);
      expect(found).toEqual(expect.arrayContaining([...written]));
    },
    { timeout: 20_000 },
  );

/** Returns the amounts that the events of a Space of one type have. */
const announced = async (space: ReturnType<typeof newCommerceSpace>, type: string): Promise<Amounts> =>
  (await space.events()).filter((event) => event.type === type).map(({ data }) => data as unknown as Amounts[number]);

/** Returns the amounts of the CSV file of orders. */
async function exported({ call }: ReturnType<typeof newCommerceSpace>): Promise<readonly string[]> {
  const [head, ...lines] = (await call(orders, 'export', {})).csv.trim().split(/\r?\n/);
  const [currency, amount] = ['currency', 'amount'].map((name) => head!.split(',').indexOf(name));
  return lines.map((line) => `${line.split(',')[currency!]} ${Number(line.split(',')[amount!])}`).toSorted();
}

describe('each currency has the same amount in both forms', () => {
  test('of payments, payouts and balance transactions at Stripe', async () => {
    const space = newCommerceSpace(started.ports);
    const { id } = await space.operator(paymentSettings, 'connect', {
      space_id: space.space_id,
      provider: 'stripe',
      secret: STRIPE_KEY,
      webhook_secret: STRIPE_WEBHOOK_SECRET,
    });
    const payouts = atStripe.filter(({ cents }) => cents % 100 === 0);
    const events = [
      ...atStripe.flatMap(({ currency, cents }) => stripe.pay({ amount: cents, currency: currency.toLowerCase() }).events),
      ...payouts.flatMap(({ currency, cents }) => stripe.payout(cents, currency.toLowerCase()).events),
    ];
    for (const event of events) {
      const { body, headers } = stripe.signedWebhook(event);
      expect(await space.receive(id, body, headers)).toBe(200);
    }
    await shows(atStripe, async () => (await space.call(orders, 'list', {})).data.filter(({ status }) => status === 'paid'));
    await shows(payouts, async () => (await space.call(wallet, 'list_payouts', {})).data);
    await shows(atStripe, () => announced(space, 'commerce_order_paid'));
    await shows(payouts, () => announced(space, 'wallet_payout_paid'));
    await shows(atStripe, async () =>
      (await space.call(wallet, 'list_transactions', { category: 'charge' })).data.map(
        ({ currency, gross_amount, gross_amount_cents }) => ({
          currency,
          amount: gross_amount,
          amount_cents: gross_amount_cents,
        }),
      ),
    );
    expect(await exported(space)).toEqual(atStripe.map(({ currency, units }) => `${currency} ${units}`).toSorted());
  });

  test('of payments at Paddle', async () => {
    const space = newCommerceSpace(started.ports);
    const webhook_secret = 'pdl_ntfset_currencies';
    const { id } = await space.operator(paymentSettings, 'connect', { space_id: space.space_id, provider: 'paddle', webhook_secret });
    for (const { currency, cents } of atPaddle) {
      const amount = String(cents);
      const body = JSON.stringify({
        event_id: `evt_${currency}`,
        event_type: 'transaction.completed',
        occurred_at: '2026-09-21T14:13:20.123456Z',
        data: {
          id: `txn_${currency}`,
          customer_id: null,
          currency_code: currency,
          invoice_id: null,
          invoice_number: null,
          details: {
            totals: { subtotal: amount, tax: '0', discount: '0', grand_total: amount, fee: '0' },
            payout_totals: null,
            line_items: [],
          },
        },
      });
      const seconds = Math.floor(started.ports.clock.now() / 1_000);
      const signature = createHmac('sha256', webhook_secret).update(`${seconds}:${body}`).digest('hex');
      expect(await space.receive(id, body, { 'paddle-signature': `ts=${seconds};h1=${signature}` })).toBe(200);
    }
    await shows(atPaddle, async () => (await space.call(orders, 'list', {})).data);
    await shows(atPaddle, () => announced(space, 'commerce_order_paid'));
    expect(await exported(space)).toEqual(atPaddle.map(({ currency, units }) => `${currency} ${units}`).toSorted());
  });
});
