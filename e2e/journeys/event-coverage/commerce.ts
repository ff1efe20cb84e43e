import { connectShop, orderOf, paidOrder } from '../../payments.ts';
import type { TestSpace } from '../../space.ts';

const money = { currency: 'EUR', amount_cents: 4_900 } as const;
const customer = { email: 'payer-1@example.com', name: 'Ada Lovelace' } as const;

/** Triggers every event of orders, invoices, subscriptions and the wallet, with the webhooks of a shop. */
export async function triggerCommerceEvents(space: TestSpace): Promise<void> {
  const shop = await connectShop(space.space_id);
  await shop.send('payment.failed', {
    order_id: '1',
    ...money,
    customer,
    failure_code: 'card_declined',
    failed_at: '2026-05-04T08:00:00.000Z',
  });
  await shop.send('order.paid', paidOrder('1'));
  await shop.send('order.refunded', {
    order_id: '1',
    refund_id: 'r1',
    ...money,
    amount_cents: 900,
    refunded_at: '2026-05-05T09:00:00.000Z',
  });
  await shop.send('refund.failed', {
    order_id: '1',
    refund_id: 'r1',
    ...money,
    amount_cents: 900,
    failed_at: '2026-05-05T10:00:00.000Z',
  });
  const dispute = { order_id: '1', dispute_id: 'd1', ...money, amount_cents: 1_000 };
  await shop.send('order.disputed', { ...dispute, reason: 'fraudulent', disputed_at: '2026-05-06T09:00:00.000Z' });
  await shop.send('dispute.closed', { ...dispute, outcome: 'won', closed_at: '2026-05-07T09:00:00.000Z' });
  const invoice = { ...money, customer, due_at: '2026-05-18T09:00:00.000Z', updated_at: '2026-05-04T09:00:00.000Z' };
  await shop.send('invoice.updated', { invoice_id: 'i1', status: 'paid', ...invoice });
  await shop.send('invoice.updated', { invoice_id: 'i2', status: 'open', ...invoice });
  const subscription = { subscription_id: 's1', title: 'Club membership', ...money, customer };
  await shop.send('subscription.updated', { ...subscription, status: 'active', updated_at: '2026-05-04T09:00:00.000Z' });
  await shop.send('subscription.updated', { ...subscription, status: 'past_due', updated_at: '2026-06-04T09:00:00.000Z' });
  await shop.send('subscription.updated', { ...subscription, status: 'ended', updated_at: '2026-07-04T09:00:00.000Z' });
  await shop.send('payout.paid', { payout_id: 'p1', ...money, arrival_at: '2026-05-08T00:00:00.000Z' });
  await shop.send('payout.failed', { payout_id: 'p2', ...money, failed_at: '2026-05-08T00:00:00.000Z', failure_code: 'account_closed' });
  await orderOf(space, '1');
  // The second difference in a row is announced, so each is read by itself.
  for (const available_cents of [7, 8, 9]) {
    await shop.send('balance.stated', { stated_at: new Date().toISOString(), balances: [{ currency: 'EUR', available_cents }] });
    await new Promise((later) => setTimeout(later, 700));
  }
}
