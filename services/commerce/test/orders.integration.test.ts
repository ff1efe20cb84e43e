import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, randomRuns } from '@space/runtime/testing';
import fc from 'fast-check';
import type { Fact, Findings } from '../src/provider-port/findings.ts';
import { dispute, entry, inboxWorker, newConnection, payment, refund, startFindings } from './fixtures/found-events.ts';
import { countWebhooks, killOne, ledgerSums, storedRows } from './fixtures/stored-rows.queries.ts';

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

const read = (space: string) =>
  eventually(async () => expect(await countWebhooks(started.ports, space, 'waiting')).toBe(0), { timeout: 30_000 });

const shapeOf = ({ type, data }: { type: string; data: Record<string, unknown> }) =>
  [type, data.order_number, data.amount_cents, data.reason ?? null, data.outcome ?? null, data.failure_code ?? null].join(' ');

/** Sends findings one after the other in batches of a size, and returns what is stored and what was announced. */
async function runOf(findings: readonly Findings[], batch: number) {
  const { put, space_id, events } = await newConnection(started.ports);
  for (let from = 0; from < findings.length; from += batch) {
    for (const found of findings.slice(from, from + batch)) await put(found);
    worker.notify();
    await read(space_id);
  }
  const announced = await events();
  return {
    rows: await storedRows(started.ports, space_id),
    announced: announced as never as { type: string; data: Record<string, unknown> }[],
  };
}

describe('an order follows from its facts', () => {
  test('any order, repetition and batch of facts gives the same rows and the same events', async () => {
    const orders = fc.array(
      fc.record({
        amount: fc.integer({ min: 100, max: 100_000 }),
        currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
        refunds: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 3 }),
        disputed: fc.boolean(),
        failed: fc.boolean(),
        fee: fc.integer({ min: 0, max: 50 }),
      }),
      { minLength: 1, maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(orders, fc.infiniteStream(fc.nat()), fc.integer({ min: 1, max: 6 }), async (given, random, batch) => {
        const findings = given.flatMap(({ amount, currency, refunds, disputed, failed, fee }, n): Findings[] => {
          const order = `order-${n}`;
          const facts: Fact[] = [
            ...payment(order, amount, { currency, seconds: 10 }),
            ...refunds.map((part, k) => refund(order, `${order}-refund-${k}`, part, { currency, seconds: 20 + k })),
            ...(disputed
              ? [
                  dispute(order, `${order}-dispute`, 5, { seconds: 40, currency }),
                  dispute(order, `${order}-dispute`, 5, { kind: 'dispute_end', seconds: 50, currency }),
                ]
              : []),
            ...(failed
              ? [
                  {
                    kind: 'payment_failed' as const,
                    source_id: `${order}-failed`,
                    order,
                    amount,
                    currency,
                    at: '2026-05-04T09:00:01.000Z',
                    data: { failure_code: 'card_declined' },
                  },
                ]
              : []),
          ];
          return [
            ...facts.map((fact) => ({ facts: [fact] })),
            { entries: [entry(`${order}-charge`, amount, { fee, currency, order })] },
            ...refunds.map((part, k) => ({ entries: [entry(`${order}-refund-${k}`, -part, { currency, order })] })),
          ];
        });
        const shuffled = findings
          .flatMap((found) => [found, ...(random.next().value! % 3 === 0 ? [found] : [])])
          .map((found) => ({ found, key: random.next().value! }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ found }) => found);
        const straight = await runOf(findings, findings.length);
        const mixed = await runOf(shuffled, batch);
        expect(mixed.rows).toBe(straight.rows);
        expect(mixed.announced.map(shapeOf).toSorted()).toEqual(straight.announced.map(shapeOf).toSorted());
        for (const n of given.keys()) {
          const types = mixed.announced.filter(({ data }) => data.order_number === `order-${n}`).map(({ type }) => type);
          const paid = types.indexOf('commerce_order_paid');
          for (const later of ['commerce_order_refunded', 'commerce_order_disputed', 'commerce_dispute_closed'])
            if (types.includes(later)) expect(types.indexOf(later)).toBeGreaterThan(paid);
          if (types.includes('commerce_dispute_closed'))
            expect(types.indexOf('commerce_dispute_closed')).toBeGreaterThan(types.indexOf('commerce_order_disputed'));
        }
      }),
      { numRuns: randomRuns(12) },
    );
  }, 120_000);

  test('eight writers whose connections are killed at random announce every fact once, and the ledger stays balanced', async () => {
    const { put, space_id, events } = await newConnection(started.ports);
    const orders = Array.from({ length: 120 }, (_, n) => `order-${n}`);
    // A fifth of all refunds is about the same ten orders.
    const refunds = Array.from({ length: 150 }, (_, n) =>
      refund(n % 5 === 0 ? `order-${(n / 5) % 10}` : `order-${n % 120}`, `refund-${n}`, 10),
    );
    const findings: Findings[] = [
      ...orders.flatMap((order, n) =>
        payment(order, 5_000 + n).map((fact) => ({ facts: [fact], entries: [entry(order, 5_000 + n, { fee: 30, order })] })),
      ),
      ...refunds.map((fact) => ({ facts: [fact], entries: [entry(fact.source_id, -10, { order: fact.order })] })),
    ];
    const shuffled = [...findings, ...findings.slice(0, 130)]
      .map((found, n) => ({ found, key: (n * 7_919) % 1_009 }))
      .toSorted((a, b) => a.key - b.key);
    const writers = Array.from({ length: 7 }, () => inboxWorker(started.ports));
    for (const writer of writers) await writer.start();
    let kills = 0;
    const killer = setInterval(
      () =>
        void killOne(started.ports).then(
          (killed) => {
            kills += Number(killed);
          },
          () => {},
        ),
      15,
    );
    for (const { found } of shuffled) await put(found);
    // The provider repeats itself until enough writers were killed.
    for (let n = 0; kills < 8; n += 1) await put(shuffled[n % shuffled.length]!.found);
    clearInterval(killer);
    await read(space_id);
    for (const writer of writers) await writer.stop();
    const announced = (await events()) as never as { type: string; data: Record<string, unknown> }[];
    expect(
      announced
        .filter(({ type }) => type === 'commerce_order_paid')
        .map(({ data }) => data.order_number)
        .toSorted(),
    ).toEqual(orders.toSorted());
    expect(new Set(announced.filter(({ type }) => type === 'commerce_order_refunded').map(({ data }) => data.refund_id)).size).toBe(150);
    expect(announced).toHaveLength(270);
    const balance = orders.reduce((sum, _, n) => sum + 5_000 + n - 30, 0) - 1_500;
    expect(await ledgerSums(started.ports, space_id)).toEqual([{ currency: 'EUR', all: 0, balance }]);
    expect(await countWebhooks(started.ports, space_id, 'failed')).toBe(0);
  }, 120_000);
});
