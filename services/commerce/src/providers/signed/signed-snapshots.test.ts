import { expect, test } from '@jest/globals';
import { EventFieldError } from '../../provider-port/provider.ts';
import { readSignedEvent } from './signed-events.ts';

const AT = '2026-09-21T14:13:20.000Z';
const money = { currency: 'EUR', amount_cents: 4_900 };

const read = (type: string, data: unknown) => readSignedEvent({ id: 'msg_1', type, body: { type, data } }, 'live');

test('an invoice that is paid has its amount as paid, unless the shop says another one', () => {
  const invoice = { invoice_id: 'i1', number: 'R-7', status: 'paid', customer: { email: 'ada@example.com' }, order_id: '1001', ...money };
  expect(read('invoice.updated', { ...invoice, updated_at: AT })).toEqual({
    observed_at: AT,
    invoices: [
      {
        reference: 'i1',
        number: 'R-7',
        status: 'paid',
        payer: { email: 'ada@example.com' },
        subscription: null,
        order: '1001',
        currency: 'EUR',
        amount: 4_900,
        paid: 4_900,
        issued_at: null,
        due_at: null,
        paid_at: null,
      },
    ],
  });
  expect(read('invoice.updated', { ...invoice, status: 'open', updated_at: AT })!.invoices).toMatchObject([{ status: 'open', paid: 0 }]);
  expect(read('invoice.updated', { ...invoice, paid_cents: 900, updated_at: AT })!.invoices).toMatchObject([{ paid: 900 }]);
});

test('a subscription has the title and the state that the shop gives it', () => {
  const subscription = { subscription_id: 's1', status: 'active', title: 'Lamp club', ...money, interval: 'month', interval_count: 1 };
  expect(read('subscription.updated', { ...subscription, updated_at: AT, period_ends_at: AT })).toMatchObject({
    observed_at: AT,
    subscriptions: [
      { reference: 's1', status: 'active', product_title: 'Lamp club', quantity: 1, amount: 4_900, interval: 'month', period_end: AT },
    ],
  });
  expect(() => read('subscription.updated', { ...subscription, status: 'canceled', updated_at: AT })).toThrow(EventFieldError);
});

test('balances may be negative, and what the shop leaves out is 0', () => {
  expect(read('balance.stated', { stated_at: AT, balances: [{ currency: 'EUR', available_cents: -50 }] })).toEqual({
    observed_at: AT,
    balances: [{ currency: 'EUR', available: -50, pending: 0, reserved: 0 }],
  });
  expect(() => read('balance.stated', { stated_at: AT, balances: [] })).toThrow('must not be empty');
});
