import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { readWebhooksAgain } from '../src/inbox/inbox.queries.ts';
import type { BalanceSnapshot, Fact, Findings, PayoutSnapshot } from '../src/provider-port/findings.ts';
import { announceWaiting, entry, inboxWorker, newConnection, payment, refund, startFindings } from './fixtures/found-events.ts';
import { countWebhooks, ledgerSums } from './fixtures/stored-rows.queries.ts';

let started: Awaited<ReturnType<typeof startFindings>>;
let worker: ReturnType<typeof inboxWorker>;
beforeAll(async () => {
  started = await startFindings();
  worker = inboxWorker(started.ports);
  await worker.start();
});
afterAll(async () => {
  await worker.stop();
  await started.stop();
});

const countOf = (space: string, status: string) => countWebhooks(started.ports, space, status);
const read = (space: string) => eventually(async () => expect(await countOf(space, 'waiting')).toBe(0), { timeout: 20_000 });
const emitted = async (events: () => Promise<readonly { type: string }[]>, type: string) =>
  ((await events()) as { type: string; data: Record<string, unknown> }[]).filter((event) => event.type === type).map(({ data }) => data);

describe('a webhook that cannot be read or stored', () => {
  test.each([
    ['a wrong field', { fault: 'amount' }],
    ['a field with a name that cannot be stored', { fault: `data.\u0000${'x'.repeat(500)}` }],
    ['an error of the adapter', { crash: true as const }],
    ['a text that cannot be stored', { facts: payment('bad\u0000order', 100) }],
    [
      'a time that Postgres does not have',
      { facts: payment('order', 100).map((fact) => ({ ...fact, at: '+275760-09-13T00:00:00.000Z' })) },
    ],
  ])('is marked as failed and delays no other: %s', async (_what, bad) => {
    const { put, space_id, events } = await newConnection(started.ports);
    await put(bad);
    for (const fact of payment('good', 4_900)) await put({ facts: [fact] });
    worker.notify();
    await read(space_id);
    expect([await countOf(space_id, 'failed'), await countOf(space_id, 'done')]).toEqual([1, 2]);
    expect(await emitted(events, 'commerce_order_paid')).toMatchObject([{ order_number: 'good', amount_cents: 4_900 }]);
  });

  test('a connection that has to wait for contacts delays no other connection', async () => {
    const [waiting, other] = [await newConnection(started.ports), await newConnection(started.ports)];
    await waiting.put({ facts: payment('first', 100, { email: 'away@example.com' }) });
    await other.put({ facts: payment('second', 100) });
    worker.notify();
    await read(other.space_id);
    expect(await countOf(waiting.space_id, 'waiting')).toBe(1);
  });

  test('a payer who cannot become a contact is announced without one', async () => {
    const { put, space_id, events } = await newConnection(started.ports);
    await put({ facts: payment('full', 100, { email: 'refused@example.com' }) });
    worker.notify();
    await read(space_id);
    const [paid] = await emitted(events, 'commerce_order_paid');
    expect(paid).toMatchObject({ order_number: 'full', actor_kind: 'person' });
    expect(paid).not.toHaveProperty('contact_id');
  });
});

/** Puts findings into the inbox one after the other, each read and announced before the next. */
async function say({ put, space_id }: Awaited<ReturnType<typeof newConnection>>, ...findings: readonly Findings[]): Promise<void> {
  for (const found of findings) {
    await put(found);
    worker.notify();
    await read(space_id);
    await announceWaiting(started.ports);
  }
}

describe('sums of money', () => {
  test('a refund that failed is not in the sums of the next one', async () => {
    const shop = await newConnection(started.ports);
    const failure: Fact = {
      ...refund('order', 'r1', 1_000, { seconds: 70 }),
      kind: 'refund_failed',
      data: { failure_code: 'expired_card' },
    };
    await say(
      shop,
      { facts: payment('order', 1_000) },
      { facts: [refund('order', 'r1', 1_000, { seconds: 60 })] },
      { facts: [failure] },
      { facts: [refund('order', 'r2', 400, { seconds: 80 })] },
    );
    expect(await emitted(shop.events, 'commerce_order_refunded')).toMatchObject([
      { amount_cents: 1_000, refunded_amount_cents: 1_000, remaining_amount_cents: 0, is_full: true, extent: 'full' },
      { amount_cents: 400, refunded_amount_cents: 400, remaining_amount_cents: 600, is_full: false, extent: 'partial' },
    ]);
    expect(await emitted(shop.events, 'commerce_refund_failed')).toMatchObject([
      { amount_cents: 1_000, refunded_amount_cents: 0, remaining_amount_cents: 1_000, failure_code: 'expired_card' },
    ]);
  });

  test('the money of a failed refund comes back only with the refund that took it', async () => {
    const shop = await newConnection(started.ports);
    const failure: Fact = { ...refund('order', 'r1', 300, { seconds: 70 }), kind: 'refund_failed' };
    const back = { ...entry('back', 300), follows: { kind: 'refund' as const, source_id: 'r1' } };
    await say(shop, { facts: payment('order', 1_000), entries: [entry('paid', 1_000)] }, { facts: [failure], entries: [back] });
    expect(await ledgerSums(started.ports, shop.space_id)).toEqual([{ currency: 'EUR', all: 0, balance: 1_000 }]);
    await say(shop, { facts: [refund('order', 'r1', 300)], entries: [entry('refund', -300)] });
    expect(await ledgerSums(started.ports, shop.space_id)).toEqual([{ currency: 'EUR', all: 0, balance: 1_000 }]);
    await say(shop, { facts: [failure], entries: [back] });
    expect(await ledgerSums(started.ports, shop.space_id)).toEqual([{ currency: 'EUR', all: 0, balance: 1_000 }]);
  });

  test('two payments of one order add up, and can be refunded together', async () => {
    const shop = await newConnection(started.ports);
    const [first, lines] = payment('invoice', 600);
    const second = { ...first!, source_id: 'second', amount: 400, at: '2026-05-04T09:00:30.000Z' };
    await say(shop, { facts: [first!, lines!, second] }, { facts: [refund('invoice', 'r1', 900)] });
    expect(await countOf(shop.space_id, 'failed')).toBe(0);
    expect((await emitted(shop.events, 'commerce_order_paid')).map(({ amount_cents }) => amount_cents)).toEqual([600, 400]);
    expect(await emitted(shop.events, 'commerce_order_refunded')).toMatchObject([
      { amount_cents: 900, remaining_amount_cents: 100, is_full: false },
    ]);
  });

  test('a refund above the payment is not counted, and its webhook says why, also when it is read again', async () => {
    const shop = await newConnection(started.ports);
    await say(shop, { facts: [refund('order', 'r1', 1_001)] });
    expect(await countOf(shop.space_id, 'done')).toBe(1);
    await say(shop, { facts: payment('order', 1_000) });
    expect(await countOf(shop.space_id, 'failed')).toBe(1);
    await readWebhooksAgain(started.ports.database, shop.space_id, shop.id, '2026-05-01T00:00:00.000Z');
    worker.notify();
    await read(shop.space_id);
    expect(await countOf(shop.space_id, 'failed')).toBe(1);
    expect(await emitted(shop.events, 'commerce_order_refunded')).toEqual([]);
    // Another payment of the order makes room for it.
    const [first] = payment('order', 1, { seconds: 5 });
    await say(shop, { facts: [{ ...first!, source_id: 'second' }] });
    expect(await countOf(shop.space_id, 'failed')).toBe(0);
    expect(await emitted(shop.events, 'commerce_order_refunded')).toMatchObject([{ amount_cents: 1_001, remaining_amount_cents: 0 }]);
  });
});

describe('a description that is read again', () => {
  const payout = (status: PayoutSnapshot['status']): PayoutSnapshot => ({
    reference: 'p1',
    status,
    currency: 'EUR',
    amount: 900,
    arrival_at: null,
    failure_code: null,
  });

  test('a payout that arrived and failed is announced once for each, in any order of reading', async () => {
    const { put, space_id, events } = await newConnection(started.ports);
    const paid = { observed_at: '2026-05-04T09:00:00.000Z', payouts: [payout('paid')] };
    const failed = { observed_at: '2026-05-05T09:00:00.000Z', payouts: [payout('failed')] };
    for (const found of [paid, failed, paid, failed]) {
      await put(found);
      worker.notify();
      await read(space_id);
    }
    expect([await emitted(events, 'wallet_payout_paid'), await emitted(events, 'wallet_payout_failed')]).toMatchObject([[{}], [{}]]);
  });

  test('a stated balance is compared once, also when it is repeated in one batch or sent again', async () => {
    const { put, space_id, events } = await newConnection(started.ports);
    const balance: BalanceSnapshot = { currency: 'EUR', available: 7, pending: 0, reserved: 0 };
    const stated = { observed_at: '2026-05-04T09:00:00.000Z', balances: [balance, balance] };
    for (let n = 0; n < 3; n += 1) await put(stated);
    worker.notify();
    await read(space_id);
    await put(stated);
    worker.notify();
    await read(space_id);
    expect(await emitted(events, 'wallet_reconciliation_failed')).toEqual([]);
    await put({ ...stated, observed_at: '2026-05-05T09:00:00.000Z' });
    worker.notify();
    await read(space_id);
    expect(await emitted(events, 'wallet_reconciliation_failed')).toMatchObject([{ currency: 'EUR', difference_amount_cents: 7 }]);
    await put({ entries: [entry('sale', 7)] });
    await put({ ...stated, observed_at: '2026-05-06T09:00:00.000Z' });
    worker.notify();
    await read(space_id);
    expect(await emitted(events, 'wallet_reconciliation_failed')).toHaveLength(1);
  });
});
