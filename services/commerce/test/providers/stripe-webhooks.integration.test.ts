import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readStripeEvent } from '../../src/providers/stripe/stripe-events.ts';
import { verifyStripeWebhook } from '../../src/providers/stripe/stripe-signature.ts';
import { STRIPE_WEBHOOK_SECRET, type StripeEventObject } from '../fixtures/stripe-account.ts';
import { type StripeServer, startStripeServer } from '../fixtures/stripe-server.ts';

const NOW = Date.parse('2026-09-21T14:00:00Z');

let server: StripeServer;

beforeEach(async () => {
  server = await startStripeServer({ now: () => NOW });
});

afterEach(() => server.close());

/** Returns the kinds and source ids of the facts of an event that is sent and received as a webhook. */
function receive(sent: StripeEventObject) {
  const { body, headers } = server.signedWebhook(sent);
  const event = verifyStripeWebhook(body, headers, [STRIPE_WEBHOOK_SECRET], NOW);
  expect(event).toMatchObject({ id: sent.id, type: sent.type });
  return (readStripeEvent(event, 'test')?.facts ?? []).map(({ kind, source_id }) => `${kind} ${source_id}`);
}

test('the webhooks of a payment, its refund and its dispute are verified and read', () => {
  const item = { product: 'prod_1', title: 'Lamp', quantity: 1, unit_amount: 900 };
  const paid = server.pay({ amount: 900, currency: 'eur', items: [item] });
  expect(paid.events.map(({ type }) => type)).toEqual(['payment_intent.succeeded', 'checkout.session.completed']);
  expect(paid.events.flatMap(receive)).toEqual([`payment ${paid.intent.id}`]);
  const { refund, events } = server.refund(paid.intent.id, 100);
  expect(events.flatMap(receive)).toEqual([`refund ${refund.id}`]);
  expect(server.failRefund(refund.id).events.flatMap(receive)).toEqual([`refund_failed ${refund.id}`]);
  const disputed = server.dispute(paid.intent.id);
  expect(disputed.events.flatMap(receive)).toEqual([`dispute ${disputed.dispute.id}`, `dispute ${disputed.dispute.id}`]);
  expect(server.closeDispute(disputed.dispute.id, 'lost').events.flatMap(receive)).toEqual([`dispute_end ${disputed.dispute.id}`]);
  expect(server.payout(700, 'eur').events.flatMap(receive)).toEqual([]);
});
