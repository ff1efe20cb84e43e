import { randomUUID } from 'node:crypto';
import type { Client } from '@space/client';
import { eventually } from '@space/runtime/testing';
import { Webhook } from 'standardwebhooks';
import { operator, profile } from './profile.ts';
import type { TestSpace } from './space.ts';

/** A shop that is connected to a Space and sends signed events. */
export interface TestShop {
  readonly id: string;
  readonly webhook_secret: string;
  /** Sends an event, and returns the status of the answer. */
  send(type: string, data: Readonly<Record<string, unknown>>, event_id?: string): Promise<number>;
}

/** Connects a shop of the provider `signed` to a Space. */
export async function connectShop(space_id: string, mode: 'live' | 'test' = 'live'): Promise<TestShop> {
  const { id, webhook_url, webhook_secret } = await operator.payment_settings.connect({ space_id, provider: 'signed', name: 'Shop', mode });
  const url = new URL(new URL(webhook_url).pathname, profile.public_url);
  const webhook = new Webhook(webhook_secret!);
  return {
    id,
    webhook_secret: webhook_secret!,
    async send(type, data, event_id = `evt_${randomUUID()}`) {
      const body = JSON.stringify({ type, data });
      const at = new Date();
      const headers = {
        'content-type': 'application/json',
        'webhook-id': event_id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
        'webhook-signature': webhook.sign(event_id, at, body),
      };
      return (await fetch(url, { method: 'POST', headers, body })).status;
    },
  };
}

/** Returns the data of a paid order of one item. */
export const paidOrder = (order_id: string, amount_cents = 4_900, currency = 'EUR') => ({
  order_id,
  currency,
  amount_cents,
  fee_cents: 100,
  paid_at: '2026-05-04T09:00:00.000Z',
  customer: { email: `payer-${order_id}@example.com`, name: 'Ada Lovelace' },
  items: [{ product_id: 'guide', title: 'Field guide', quantity: 1, unit_amount_cents: amount_cents, amount_cents }],
});

/** Lists of what a shop reports, by their path. */
const shopLists = {
  '/finance/orders': ({ orders }) => orders.list({}),
  '/finance/products': ({ billing }) => billing.list_products({}),
  '/finance/invoices': ({ billing }) => billing.list_invoices({}),
  '/finance/subscriptions': ({ billing }) => billing.list_subscriptions({}),
  '/finance/ledger/entries': ({ finance }) => finance.list_entries({}),
  '/wallet/transactions': ({ wallet }) => wallet.list_transactions({}),
  '/wallet/payouts': ({ wallet }) => wallet.list_payouts({}),
} as const satisfies Record<string, (client: Client) => Promise<{ readonly data: readonly { readonly id: string }[] }>>;

/** A path that lists what a shop reports. */
type ShopList = keyof typeof shopLists;

/** The functions that make something in a list of what a shop reports, and return its id. */
export const madeByShop: Readonly<Record<string, (space: TestSpace) => Promise<string>>> = Object.fromEntries(
  (Object.keys(shopLists) as ShopList[]).map((path) => [path, (space: TestSpace) => reportedThing(space, path)]),
);

/** Lets a shop report one thing of each kind, and returns the id of the one in a list. */
async function reportedThing(space: TestSpace, path: ShopList): Promise<string> {
  const { shop } = await newOrder(space);
  const money = { currency: 'EUR', amount_cents: 4_900, updated_at: '2026-05-04T09:00:00.000Z' };
  await shop.send('invoice.updated', { invoice_id: 'i1', status: 'paid', ...money });
  await shop.send('subscription.updated', { subscription_id: 's1', title: 'Club membership', status: 'active', ...money });
  await shop.send('payout.paid', { payout_id: 'p1', currency: 'EUR', amount_cents: 4_000, arrival_at: '2026-05-08T00:00:00.000Z' });
  return eventually(
    async () => {
      const [thing] = (await shopLists[path](space.client)).data;
      if (!thing) throw new Error(`${path} is empty.`);
      return thing.id;
    },
    { timeout: 15_000 },
  );
}

/** Sends a paid order to a shop of the Space and returns the order. */
export async function newOrder(space: TestSpace, order_id = randomUUID().slice(0, 8)) {
  const shop = await connectShop(space.space_id);
  await shop.send('order.paid', paidOrder(order_id));
  const order = await orderOf(space, order_id);
  return { shop, order };
}

/** Waits until a Space has an order with a number, and returns it. */
export const orderOf = async ({ client }: Pick<TestSpace, 'client'>, number: string) =>
  eventually(
    async () => {
      const { data } = await client.orders.list({ search: number });
      const order = data.find((one) => one.number === number && one.status !== 'pending');
      if (!order) throw new Error(`There is no order ${number} yet.`);
      return order;
    },
    { timeout: 15_000 },
  );
