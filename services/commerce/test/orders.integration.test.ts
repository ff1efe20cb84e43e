import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, randomRuns } from '@space/runtime/testing';
import fc from 'fast-check';
import type { Findings } from '../src/provider-port/findings.ts';
import { announceWaiting, entry, inboxWorker, newConnection, payment, refund, startFindings } from './fixtures/found-events.ts';
import { descriptions, findingsOf, orderStories } from './fixtures/found-orders.ts';
import {
  countWaitingOrders,
  countWebhooks,
  killOne,
  ledgerSums,
  mergedIds,
  orderIds,
  refuseOrder,
  storedRows,
} from './fixtures/stored-rows.queries.ts';

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
  eventually(async () => expect(await countWebhooks(started.ports, space, 'waiting')).toBe(0), { timeout: 120_000 });

/** An announced event without the ids that two Spaces have of their own. */
const shapeOf = ({ type, data }: Announced): string => {
  const { order_id, order_number, product_id, items, contact_id, contact, integration_id, refund_id, dispute_id, ...rest } = data;
  const { payout_id, invoice_id, subscription_id, actor, ...shown } = rest;
  const payer = contact === undefined ? null : (contact as { email: string }).email;
  return JSON.stringify([type, order_number, payer, (items as unknown[] | undefined)?.length, (actor as { name: string }).name, shown]);
};

interface Announced {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const isFollowing = ({ type }: Announced): boolean => !['commerce_order_paid', 'commerce_payment_failed'].includes(type);

/**
 * Returns the shapes of the events of one order: of payments and failed attempts sorted, since they are announced as they come, and of
 * what follows in the order in which it was announced. Checks that nothing that follows a payment came before it.
 */
const sequenceOf = (announced: readonly Announced[], order: string | undefined): readonly string[] => {
  const its = announced.filter(({ data }) => data.order_number === order);
  const following = its.filter(isFollowing).map(shapeOf);
  if (order === undefined) return following.toSorted();
  const [first, last] = [its.findIndex(isFollowing), its.findLastIndex(({ type }) => type === 'commerce_order_paid')];
  if (first >= 0) expect(first).toBeGreaterThan(last);
  return [
    ...its
      .filter((event) => !isFollowing(event))
      .map(shapeOf)
      .toSorted(),
    ...following,
  ];
};

const announceRest = () => announceWaiting(started.ports);

interface Sent {
  readonly found: Findings;
  readonly id: string;
}

/**
 * Sends findings one after the other in batches of a size, each under its own id, and returns what is stored and what was announced.
 * `pauses` says after which batches time passes.
 */
async function runOf(findings: readonly Sent[], batch: number, pauses: () => boolean = () => false) {
  const { put, space_id, events } = await newConnection(started.ports);
  for (let from = 0; from < findings.length; from += batch) {
    for (const { found, id } of findings.slice(from, from + batch)) await put(found, id);
    worker.notify();
    await read(space_id);
    if (pauses()) await announceRest();
  }
  await announceRest();
  const announced = (await events()) as never as Announced[];
  return { rows: await storedRows(started.ports, space_id), announced };
}

type Random = Iterator<number> & { next(): { value?: number } };

/** Returns what a provider sends about orders, in the order of its times and shuffled. */
function sendingsOf(given: readonly Parameters<typeof findingsOf>[0][], random: Random) {
  const findings = [...given.flatMap(findingsOf), ...descriptions].map((found, n) => ({ found, id: `evt_${n}` }));
  // The provider sends some of them again: a webhook under its id, or the same fact in another webhook.
  const repeated = findings
    .filter(() => random.next().value! % 3 === 0)
    .map(({ found, id }, n) => ({ found, id: n % 2 ? id : `${id}_again` }));
  const all: readonly Sent[] = [...findings, ...repeated];
  const shuffled = all
    .map((one) => ({ one, key: random.next().value! }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ one }) => one);
  return { all, shuffled };
}

describe('an order follows from its facts', () => {
  test('any order, repetition and batch of facts gives the same rows and the same events in the same order', async () => {
    const stories = fc.array(orderStories, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(stories, fc.infiniteStream(fc.nat()), fc.integer({ min: 1, max: 6 }), async (given, random, batch) => {
        const { all, shuffled } = sendingsOf(given, random);
        const straight = await runOf(all, all.length);
        const mixed = await runOf(shuffled, batch);
        expect(mixed.rows).toBe(straight.rows);
        for (const order of [...given.map((_, n) => `order-${n}`), undefined])
          expect(sequenceOf(mixed.announced, order)).toEqual(sequenceOf(straight.announced, order));
      }),
      { numRuns: randomRuns(15) },
    );
  });

  test('with any pauses between facts the rows are the same, each fact has one event, and the last one has the sums of the order', async () => {
    const stories = fc.array(
      orderStories.map((story) => ({ ...story, refunds: story.refunds.map(({ part, fails }) => ({ part: (part % 25) + 1, fails })) })),
      { minLength: 1, maxLength: 3 },
    );
    await fc.assert(
      fc.asyncProperty(stories, fc.infiniteStream(fc.nat()), fc.integer({ min: 1, max: 6 }), async (given, random, batch) => {
        const { all, shuffled } = sendingsOf(given, random);
        const straight = await runOf(all, all.length);
        const mixed = await runOf(shuffled, batch, () => random.next().value! % 2 === 0);
        expect(mixed.rows).toBe(straight.rows);
        const facts = (announced: readonly Announced[]) =>
          announced
            .map(({ type, data }) => [type, data.order_number, data.amount_cents, data.outcome ?? data.payout_id === undefined].join())
            .toSorted();
        expect(facts(mixed.announced)).toEqual(facts(straight.announced));
        for (const n of given.keys()) {
          const sums = (announced: readonly Announced[]) =>
            announced.findLast(({ data }) => data.order_number === `order-${n}` && data.refunded_amount_cents !== undefined)?.data
              .refunded_amount_cents;
          expect(sums(mixed.announced)).toBe(sums(straight.announced));
        }
      }),
      { numRuns: randomRuns(12) },
    );
  });

  test('a repeated fact that names one more id makes one order of two', async () => {
    const { put, space_id, events } = await newConnection(started.ports);
    const [paid, lines] = payment('intent', 1_000);
    for (const facts of [[paid!, lines!], [refund('charge', 'part', 300)], [{ ...lines!, aliases: ['charge'] }]]) {
      await put({ facts });
      worker.notify();
      await read(space_id);
    }
    await announceRest();
    expect(((await events()) as never as Announced[]).map(({ type, data }) => [type, data.order_number])).toEqual([
      ['commerce_order_paid', 'intent'],
      ['commerce_order_refunded', 'intent'],
    ]);
  });

  test('an order that cannot be announced delays no other one', async () => {
    const { put, space_id, connection, events } = await newConnection(started.ports);
    await put({ facts: [...payment('good', 1_000), ...payment('bad', 1_000)] });
    await put({ facts: [refund('good', 'r1', 100), refund('bad', 'r2', 100)] });
    worker.notify();
    await read(space_id);
    const accept = await refuseOrder(started.ports, space_id, 'bad');
    await announceRest();
    await accept();
    const refunded = ((await events()) as never as Announced[]).filter(({ type }) => type === 'commerce_order_refunded');
    expect(refunded.map(({ data }) => data.order_number)).toEqual(['good']);
    expect(await countWaitingOrders(started.ports, space_id)).toBe(1);
    started.ports.clock.advance(60_000);
    await announceRest();
    expect(await countWaitingOrders(started.ports, space_id)).toBe(0);
    expect((await events()).length).toBe(4);
    expect(started.ports.lines.some((line) => line.includes('announcing orders failed') && line.includes(connection.id))).toBe(true);
  });

  test('what the provider reports later counts after what was announced, and every fact is announced once', async () => {
    const { put, space_id, events } = await newConnection(started.ports);
    const late = refund('order', 'first', 100, { seconds: 20 });
    for (const found of [
      { facts: payment('order', 1_000) },
      { facts: [refund('order', 'second', 300, { seconds: 30 })] },
      { facts: [{ ...late, kind: 'refund_failed' as const, at: '2026-05-04T09:00:25.000Z' }] },
      { facts: [late] },
    ]) {
      await put(found);
      worker.notify();
      await read(space_id);
      await announceRest();
    }
    const sums = ((await events()) as never as Announced[]).map(({ type, data }) => [type, data.amount_cents, data.refunded_amount_cents]);
    expect(sums).toEqual([
      ['commerce_order_paid', 1_000, undefined],
      ['commerce_order_refunded', 300, 300],
      ['commerce_order_refunded', 100, 400],
      ['commerce_refund_failed', 100, 300],
    ]);
  });

  test('an order keeps the id under which it was announced when it becomes one with another, and the other id names it', async () => {
    const { put, space_id, events } = await newConnection(started.ports);
    const [paid, lines] = payment('intent', 1_000);
    await put({ facts: [refund('charge', 'part', 300)] });
    worker.notify();
    await read(space_id);
    await put({ facts: [paid!, lines!] });
    worker.notify();
    await read(space_id);
    const before = await orderIds(started.ports, space_id);
    await put({ facts: [{ ...lines!, source_id: 'link', aliases: ['charge'] }] });
    worker.notify();
    await read(space_id);
    await announceRest();
    const [announced, refunded] = (await events()) as never as Announced[];
    expect([announced!.type, refunded!.type]).toEqual(['commerce_order_paid', 'commerce_order_refunded']);
    expect([announced!.data.order_id, refunded!.data.order_id]).toEqual([before.intent, before.intent]);
    expect(await orderIds(started.ports, space_id)).toEqual({ intent: before.intent });
    expect(await mergedIds(started.ports, space_id)).toEqual([{ id: before.charge, order_id: before.intent }]);
  });

  test('eight writers whose connections are killed at random announce every fact once, and the ledger stays balanced', async () => {
    const { put, space_id, events } = await newConnection(started.ports);
    const orders = Array.from({ length: 60 }, (_, n) => `order-${n}`);
    // A fifth of all refunds is about the same ten orders.
    const refunds = Array.from({ length: 75 }, (_, n) =>
      refund(n % 5 === 0 ? `order-${(n / 5) % 10}` : `order-${n % 60}`, `refund-${n}`, 10),
    );
    const findings: Findings[] = [
      ...orders.flatMap((order, n) =>
        payment(order, 5_000 + n).map((fact) => ({ facts: [fact], entries: [entry(order, 5_000 + n, { fee: 30, order })] })),
      ),
      ...refunds.map((fact) => ({ facts: [fact], entries: [entry(fact.source_id, -10, { order: fact.order })] })),
    ];
    const shuffled = [...findings, ...findings.slice(0, 65)]
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
    await announceRest();
    const announced = (await events()) as never as { type: string; data: Record<string, unknown> }[];
    expect(
      announced
        .filter(({ type }) => type === 'commerce_order_paid')
        .map(({ data }) => data.order_number)
        .toSorted(),
    ).toEqual(orders.toSorted());
    expect(new Set(announced.filter(({ type }) => type === 'commerce_order_refunded').map(({ data }) => data.refund_id)).size).toBe(75);
    expect(announced).toHaveLength(135);
    const balance = orders.reduce((sum, _, n) => sum + 5_000 + n - 30, 0) - 750;
    expect(await ledgerSums(started.ports, space_id)).toEqual([{ currency: 'EUR', all: 0, balance }]);
    expect(await countWebhooks(started.ports, space_id, 'failed')).toBe(0);
  });
});
