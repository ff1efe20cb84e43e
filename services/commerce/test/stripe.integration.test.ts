import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { finance, orders, paymentSettings, wallet } from '@space/contracts/commerce';
import { eventually } from '@space/runtime/testing';
import { saveReadUntil } from '../src/connections/health.queries.ts';
import { reports } from './fixtures/commerce-space.ts';
import { deleteEntry } from './fixtures/stored-rows.queries.ts';
import { STRIPE_WEBHOOK_SECRET } from './fixtures/stripe-account.ts';
import { STRIPE_KEY, type StripeServer } from './fixtures/stripe-server.ts';
import { newStripeSpace as newSpaceOf, type StripeSetting, startStripeSetting } from './fixtures/stripe-space.ts';

let stripe: StripeServer;
let started: StripeSetting['started'];
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ stripe, started, stop } = await startStripeSetting());
});
afterAll(() => stop());
afterEach(() => {
  stripe.accept(STRIPE_KEY);
  started.ports.clock.set(Date.now());
});

const GUIDE = { product: 'prod_guide', title: 'Field guide', quantity: 1, unit_amount: 4_900 };

const newStripeSpace = () => newSpaceOf({ stripe, started });

describe('an account of Stripe', () => {
  test('a payment becomes an order with items, payer and settlement, and the ledger has the balance of the account', async () => {
    const space = await newStripeSpace();
    const { events, intent } = stripe.pay({
      amount: 4_900,
      currency: 'eur',
      items: [GUIDE],
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      fee: 172,
    });
    // Webhooks come in any order.
    expect(await space.send(events.toReversed())).toEqual(events.map(() => 200));
    // The items are read after the payment.
    await eventually(async () =>
      expect(await space.order('paid')).toMatchObject({
        reference: intent.id,
        amount: 49,
        currency: 'EUR',
        email: 'ada@example.com',
        product_title: 'Field guide',
        items: [{ title: 'Field guide', quantity: 1, amount_cents: 4_900 }],
        settlement: { gross_amount_cents: 4_900, fee_amount_cents: 172, net_amount_cents: 4_728 },
      }),
    );
    const { events: refunded } = stripe.refund(intent.id, 900);
    await space.send([...refunded, ...refunded]);
    await space.order('partially_refunded');
    await eventually(
      async function lookAtEvents() {
        // A refund waits some seconds for what happened before it.
        started.ports.clock.advance(500);
        const types = (await space.events()).map(({ type }) => type);
        expect(types.filter((type) => type.startsWith('commerce_order'))).toEqual(['commerce_order_paid', 'commerce_order_refunded']);
      },
      { timeout: 20_000 },
    );
    expect(await space.reconcileNow()).toMatchObject({ status: 'equal', difference_amount_cents: 0 });
    const { data } = await space.call(wallet, 'get', {});
    expect(data.find(({ currency }) => currency === 'EUR')).toMatchObject({ difference_amount_cents: 0 });
    const { balanced } = await space.call(finance, 'list_accounts', { mode: 'test' });
    expect(balanced).toBe(true);
  });

  test('the items of an order whose payment failed are read, and again when it is paid', async () => {
    const space = await newStripeSpace();
    const order = stripe.begin({ amount: 4_900, currency: 'eur', items: [GUIDE], email: 'ada@example.com', fee: 172 });
    const { charge, events: declined } = stripe.decline(order);
    await space.send(declined);
    await space.allRead();
    const [failed] = (await space.call(orders, 'list', {})).data;
    expect(failed).toMatchObject({ reference: order.intent, status: 'failed', amount_cents: 4_900 });
    const facts = async () => (await space.call(orders, 'get', { id: failed!.id })).facts.map(({ kind, source_id }) => [kind, source_id]);
    const attempt = [
      ['payment_failed', charge!.id],
      ['unpaid_lines', charge!.id],
    ];
    expect(await facts()).toEqual(expect.arrayContaining(attempt));
    const announced = () =>
      eventually(
        async function lookAtEvents() {
          started.ports.clock.advance(500);
          const [event] = (await space.events()).filter(({ type }) => type === 'commerce_payment_failed');
          expect(event).toBeDefined();
          return event as { readonly data: Record<string, unknown> };
        },
        { timeout: 20_000 },
      );
    expect((await announced()).data).toMatchObject({
      product_title: 'Field guide',
      product_count: 1,
      product_id: expect.stringMatching(/^prd_/),
    });
    await space.send([...stripe.succeed(order).events, ...declined]);
    expect(await space.order('paid')).toMatchObject({ id: failed!.id, items: [{ title: 'Field guide' }] });
    const paid = ['payment', 'lines'].map((kind) => [kind, order.intent]);
    expect((await facts()).toSorted()).toEqual([...attempt, ...paid].toSorted());
    expect((await space.events()).map(({ type }) => type).filter((type) => /payment_failed|order_paid/.test(type))).toEqual([
      'commerce_payment_failed',
      'commerce_order_paid',
    ]);
  });

  test('what the account had before is the opening balance, and later facts are entered once', async () => {
    stripe.pay({ amount: 10_000, currency: 'usd', fee: 320 });
    const space = await newStripeSpace();
    expect(await space.reconcileNow()).toMatchObject({ status: 'equal' });
    const { events } = stripe.pay({ amount: 2_000, currency: 'usd', fee: 88 });
    await space.send(events);
    await space.order('paid');
    expect(await space.reconcileNow()).toMatchObject({ status: 'equal' });
    expect(await space.reconcileNow()).toMatchObject({ status: 'equal' });
  });

  test('a fact that is missing in the ledger is named, and announced in the second run', async () => {
    const space = await newStripeSpace();
    const { events, transaction } = stripe.pay({ amount: 3_000, currency: 'gbp', fee: 75 });
    await space.send(events);
    await space.order('paid');
    await deleteEntry(started.ports, space.space_id, transaction.id);
    // The fact is older than what a reconciliation reads again.
    await saveReadUntil(started.ports.database, space, new Date(Date.now() + 3 * 3_600_000).toISOString());
    const difference = { currency: 'GBP', difference_amount_cents: 2_925, missing_count: 1, missing_ids: [transaction.id] };
    const gbp = async () => (await space.call(finance, 'list_reconciliations', {})).data.filter(({ currency }) => currency === 'GBP');
    await space.reconcileNow();
    expect(await gbp()).toMatchObject([{ ...difference, status: 'different' }]);
    await space.reconcileNow();
    await space.reconcileNow();
    expect(await gbp()).toMatchObject([{ status: 'failed' }, { ...difference, status: 'failed' }, { status: 'different' }]);
    const failures = (await space.events()).filter(({ type }) => type === 'wallet_reconciliation_failed');
    expect(failures.map(({ data }) => data)).toMatchObject([{ currency: 'GBP', difference_amount: 29.25, missing_count: 1 }]);
  });

  test('a payout has the transactions that make it up, and a proof', async () => {
    const space = await newStripeSpace();
    const { events, transaction } = stripe.pay({ amount: 5_000, currency: 'chf', fee: 175 });
    await space.send(events);
    await space.order('paid');
    const { events: paidOut, payout } = stripe.payout(4_825, 'chf', [transaction.id]);
    await space.send(paidOut);
    const { id } = await eventually(
      async () => {
        started.ports.clock.advance(500);
        const { data } = await space.call(wallet, 'list_payouts', {});
        expect(data).toMatchObject([{ reference: payout.id, status: 'paid', amount_cents: 4_825 }]);
        return data[0]!;
      },
      { timeout: 20_000 },
    );
    await eventually(
      async () => {
        started.ports.clock.advance(500);
        const details = await space.call(wallet, 'get_payout', { id });
        expect(details.proof).toMatchObject({ sum_of_transactions_amount_cents: 4_825, equal: true });
      },
      { timeout: 20_000 },
    );
  });

  test('a revoked key is refused and reported; when it works again, so is that; a check reads only', async () => {
    const space = await newStripeSpace();
    stripe.revoke();
    const { space_id, id } = space;
    expect(await space.operator(paymentSettings, 'check', { space_id, id })).toMatchObject({
      status: 'refused',
      last_error: { code: 'unauthorized' },
    });
    stripe.accept(STRIPE_KEY);
    expect(await space.operator(paymentSettings, 'check', { space_id, id })).toMatchObject({ status: 'connected', last_error: null });
    expect(reports.get(id)!.map(({ error }) => error)).toEqual(expect.arrayContaining([null, 'unauthorized']));
    expect(stripe.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('keys that could move money are refused, and an account is connected once', async () => {
    const space = await newStripeSpace();
    const connect = (secret: string) =>
      space.operator(paymentSettings, 'connect', {
        space_id: space.space_id,
        provider: 'stripe',
        secret,
        webhook_secret: STRIPE_WEBHOOK_SECRET,
      });
    await expect(connect(`sk_live_${'a'.repeat(24)}`)).rejects.toMatchObject({ code: 'invalid', extras: { errors: [{ path: 'secret' }] } });
    await expect(connect(STRIPE_KEY)).rejects.toMatchObject({ code: 'conflict' });
    stripe.revoke();
    await expect(connect('rk_test_of_another_account')).rejects.toMatchObject({
      code: 'invalid',
      extras: { errors: [{ path: 'secret', code: 'unauthorized' }] },
    });
  });

  test('a new key must belong to the same account', async () => {
    const { space_id, id, operator } = await newStripeSpace();
    stripe.accept('sk_test_next');
    expect(await operator(paymentSettings, 'rotate_secret', { space_id, id, secret: 'sk_test_next' })).toMatchObject({
      id,
      webhook_secret: null,
    });
    const live = operator(paymentSettings, 'rotate_secret', { space_id, id, secret: 'rk_live_of_another_mode' });
    await expect(live).rejects.toMatchObject({ code: 'invalid', extras: { errors: [{ path: 'secret' }] } });
  });

  test('a long time is read in steps of a day', async () => {
    const { space_id, id, operator } = await newStripeSpace();
    const before = stripe.requests.length;
    await operator(paymentSettings, 'sync', { space_id, id, starting_at: new Date(Date.now() - 3.5 * 86_400_000).toISOString() });
    await eventually(
      async () => {
        started.ports.clock.advance(500);
        const windows = stripe.requests.slice(before).filter(({ path, query }) => path === '/v1/events' && query.has('created[gte]'));
        expect(windows.map(({ query }) => query.has('created[lt]'))).toEqual([true, true, true, false]);
      },
      { timeout: 20_000 },
    );
  });

  test('a disconnected account is answered 410 and has no secret any more', async () => {
    const space = await newStripeSpace();
    const { space_id, id } = space;
    expect(await space.operator(paymentSettings, 'disconnect', { space_id, id })).toEqual({ id, deleted: true });
    expect(await space.send(stripe.pay({ amount: 100, currency: 'eur' }).events)).toEqual([410]);
    await expect(space.operator(paymentSettings, 'check', { space_id, id })).rejects.toMatchObject({ code: 'conflict' });
    expect(reports.get(id)!.at(-1)).toMatchObject({ status: 'disconnected' });
  });

  test('webhooks that were lost are read again since a time', async () => {
    const space = await newStripeSpace();
    stripe.pay({ amount: 700, currency: 'sek', items: [GUIDE], email: 'grace@example.com' });
    const { space_id, id } = space;
    await space.operator(paymentSettings, 'sync', { space_id, id, starting_at: new Date(Date.now() - 60_000).toISOString() });
    await eventually(
      async () => {
        started.ports.clock.advance(500);
        const { data } = await space.call(orders, 'list', { currency: 'SEK' });
        expect(data).toMatchObject([{ status: 'paid', amount: 7 }]);
      },
      { timeout: 20_000 },
    );
  });
});
