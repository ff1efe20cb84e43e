import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Findings } from '../../src/provider-port/findings.ts';
import type { ProviderReader } from '../../src/provider-port/provider.ts';
import { readStripeEvent } from '../../src/providers/stripe/stripe-events.ts';
import { countsOf, differentFacts, factsBySource } from '../fixtures/same-facts.ts';
import type { StripeEventObject } from '../fixtures/stripe-account.ts';
import { readerOf } from '../fixtures/stripe-reading.ts';
import { type StripeServer, startStripeServer } from '../fixtures/stripe-server.ts';

const START = Date.parse('2026-09-21T14:00:00Z');
const SINCE = '2026-09-21T14:00:00.000Z';

let now = START;
let server: StripeServer;
let reader: ProviderReader;

beforeEach(async () => {
  now = START;
  server = await startStripeServer({ now: () => now });
  reader = readerOf(server.url);
});

afterEach(() => server.close());

const lamp = { product: 'prod_lamp', title: 'Lamp', quantity: 1, unit_amount: 4_900 };
const sale = { amount: 4_900, currency: 'eur', items: [lamp], email: 'ada@example.com', name: 'Ada Lovelace' };

/** Reads events as webhooks and makes the reads of orders that they ask for; some time passes before each of them. */
async function read(found: (Findings | null)[], { events }: { readonly events: readonly StripeEventObject[] }): Promise<void> {
  for (const event of events) {
    const findings = readStripeEvent({ id: event.id, type: event.type, body: event }, 'test');
    found.push(findings);
    for (const pull of findings?.pulls ?? []) if (pull.kind === 'order') found.push(await reader.pull(pull));
    now += 7_000;
  }
}

/** Returns all facts, those of the webhooks and those of the events that are read again. */
const withPast = async (found: readonly (Findings | null)[]) =>
  factsBySource([...found, await reader.pull({ kind: 'events', reference: SINCE })]);

/** Changes a refund, as Stripe says with two events. */
function changeRefund(id: string, fields: Readonly<Record<string, unknown>>, previous: Readonly<Record<string, unknown>>) {
  const refund = server.change(id, fields);
  return { events: ['refund.updated', 'charge.refund.updated'].map((type) => server.event(type, refund, previous)) };
}

test('an order of a shop with its refunds and its dispute', async () => {
  const found: (Findings | null)[] = [];
  const { intent, session, events } = server.pay(sale);
  await read(found, { events: [...events, server.event('checkout.session.async_payment_succeeded', session!)] });
  const { refund, events: refunded } = server.refund(intent.id, 900);
  await read(found, { events: refunded });
  await read(found, changeRefund(refund.id, { destination_details: { type: 'card' } }, { destination_details: null }));
  await read(found, server.failRefund(refund.id));
  await read(found, changeRefund(refund.id, {}, { status: 'succeeded' }));
  const { refund: canceled } = server.refund(intent.id, 100);
  await read(found, changeRefund(canceled.id, { status: 'canceled' }, { status: 'requires_action' }));
  await read(found, changeRefund(canceled.id, { metadata: { a: 1 } }, { metadata: {} }));
  const { dispute, events: disputed } = server.dispute(intent.id);
  await read(found, { events: disputed });
  await read(found, server.sendEvidence(dispute.id));
  await read(found, server.closeDispute(dispute.id, 'won'));
  const facts = await withPast(found);
  expect(differentFacts(facts)).toEqual([]);
  expect(countsOf(facts)).toEqual({
    [`payment ${intent.id}`]: 2,
    [`lines ${intent.id}`]: 3,
    [`refund ${refund.id}`]: 6,
    [`refund_failed ${refund.id}`]: 2,
    [`refund ${canceled.id}`]: 1,
    [`refund_failed ${canceled.id}`]: 2,
    [`dispute ${dispute.id}`]: 4,
    [`dispute_end ${dispute.id}`]: 2,
  });
});

test('an inquiry that escalates, and one that is closed', async () => {
  const found: (Findings | null)[] = [];
  const { intent, events } = server.pay(sale);
  await read(found, { events });
  for (const outcome of ['lost', 'warning_closed'] as const) {
    const { dispute, events: asked } = server.inquire(intent.id);
    await read(found, { events: asked });
    await read(found, server.sendEvidence(dispute.id));
    now += 864_000_000;
    if (outcome === 'lost') {
      await read(found, server.escalate(dispute.id));
      await read(found, server.sendEvidence(dispute.id));
    }
    await read(found, server.closeDispute(dispute.id, outcome));
  }
  const facts = await withPast(found);
  expect(differentFacts(facts)).toEqual([]);
  const { id } = server.listOf('dispute').at(-1)!;
  expect(countsOf(facts)).toMatchObject({ [`dispute ${id}`]: 4, [`dispute_end ${id}`]: 2 });
  expect([...facts.keys()].filter((key) => key.includes('dispute'))).toHaveLength(2);
});

test('the invoice of a subscription, and an order without anything to pay', async () => {
  const found: (Findings | null)[] = [];
  const { intent, invoice, events } = server.pay({ ...sale, via: 'invoice' });
  await read(found, { events: [...events, server.event('invoice.payment_succeeded', invoice!)] });
  const { session, events: completed } = server.completeFree({ currency: 'eur', items: [{ ...lamp, unit_amount: 0 }], email: 'a@b.co' });
  await read(found, { events: completed });
  const facts = await withPast(found);
  expect(differentFacts(facts)).toEqual([]);
  expect(countsOf(facts)).toEqual({
    [`payment ${intent.id}`]: 2,
    [`lines ${intent.id}`]: 1,
    [`payment ${session.id}`]: 2,
    [`lines ${session.id}`]: 1,
  });
});

test('an order that failed three times, also before a charge was made, and is paid then', async () => {
  const found: (Findings | null)[] = [];
  const order = server.begin(sale);
  const first = server.decline(order);
  await read(found, first);
  await read(found, server.decline(order, null));
  const last = server.decline(order, 'expired_card');
  await read(found, last);
  await read(found, server.succeed(order));
  const facts = await withPast(found);
  expect(differentFacts(facts)).toEqual([]);
  const failures = [...facts.keys()].filter((key) => key.startsWith('payment_failed'));
  expect(failures).toEqual([
    `payment_failed ${first.charge!.id}`,
    expect.stringMatching(/^payment_failed evt_/),
    `payment_failed ${last.charge!.id}`,
  ]);
  expect(countsOf(facts)).toMatchObject({
    [`payment ${order.intent}`]: 2,
    [`lines ${order.intent}`]: 2,
    [`unpaid_lines ${first.charge!.id}`]: 2,
  });
});
