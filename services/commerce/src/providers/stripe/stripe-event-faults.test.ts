import { expect, test } from '@jest/globals';
import { dispute, intent, readLive, refund, session } from '../../../test/fixtures/stripe-event-objects.ts';
import { EventFieldError } from '../../provider-port/provider.ts';
import { readStripeEvent } from './stripe-events.ts';

/** Returns the error of an event that cannot be read. */
function errorOf(type: string, object: Record<string, unknown> | null, over?: Record<string, unknown>): EventFieldError {
  try {
    readLive(type, object, over);
  } catch (error) {
    if (error instanceof EventFieldError) return error;
    throw error;
  }
  throw new Error('The event was read.');
}

test('an event of the other mode names livemode', () => {
  expect(errorOf('payment_intent.succeeded', intent, { livemode: false })).toMatchObject({
    path: 'livemode',
    message: 'The event is of the test mode; this connection is of the live mode.',
  });
  expect(errorOf('payment_intent.succeeded', intent, { livemode: undefined }).message).toBe('livemode is required.');
});

test('an event of an unknown currency says unknown_currency', () => {
  expect(errorOf('payment_intent.succeeded', { ...intent, currency: 'xyz' })).toMatchObject({
    path: 'data.object.currency',
    message: 'data.object.currency is the unknown_currency XYZ: its amounts cannot be read.',
  });
});

test.each<[string, string, Record<string, unknown>, string]>([
  ['payment_intent.succeeded', 'data.object.id', { ...intent, id: undefined }, 'is required'],
  ['payment_intent.succeeded', 'data.object.amount_received', { ...intent, amount_received: undefined }, 'is required'],
  ['payment_intent.succeeded', 'data.object.amount_received', { ...intent, amount_received: -1 }, 'must be at least 0'],
  ['payment_intent.succeeded', 'data.object.amount_received', { ...intent, amount_received: 10.5 }, 'must be an integer'],
  ['payment_intent.succeeded', 'data.object.amount_received', { ...intent, amount_received: '10' }, 'must be a number'],
  ['payment_intent.succeeded', 'data.object.currency', { ...intent, currency: null }, 'must be a string'],
  ['payment_intent.succeeded', 'data.object.currency', { ...intent, currency: 'euro' }, 'must be a currency such as EUR'],
  ['payment_intent.payment_failed', 'data.object.amount', { ...intent, amount: -4 }, 'must be at least 0'],
  ['payment_intent.canceled', 'data.object.id', {}, 'is required'],
  ['refund.created', 'data.object.amount', { ...refund, amount: -1_000 }, 'must be at least 0'],
  ['refund.created', 'data.object.payment_intent', { ...refund, charge: null, payment_intent: null }, 'neither'],
  ['charge.dispute.created', 'data.object.currency', { ...dispute, currency: 'abc' }, 'unknown_currency'],
  ['charge.dispute.created', 'data.object.payment_intent', { ...dispute, charge: null, payment_intent: null }, 'neither'],
  ['checkout.session.completed', 'data.object.id', { ...session, id: 5 }, 'must be a string'],
  ['invoice.paid', 'data.object.id', {}, 'is required'],
  ['product.deleted', 'data.object.name', { id: 'prod_1' }, 'is required'],
  ['price.deleted', 'data.object.product', { id: 'price_1', currency: 'eur' }, 'is required'],
])('%s names %s', (type, path, object, message) => {
  const error = errorOf(type, object);
  expect(error.path).toBe(path);
  expect(error.message).toContain(message);
  expect(error.message).toMatch(/\.$/);
});

test('an event without a time, an object or a body names what is missing', () => {
  expect(errorOf('payout.paid', { id: 'po_1' }, { created: null }).path).toBe('created');
  expect(errorOf('payout.paid', { id: 'po_1' }, { created: 9e15 }).path).toBe('created');
  expect(errorOf('payout.paid', null).path).toBe('data.object');
  expect(() => readStripeEvent({ id: 'evt_1', type: 'payout.paid', body: [] }, 'live')).toThrow(EventFieldError);
});
