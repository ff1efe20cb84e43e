import { randomUUID } from 'node:crypto';
import { createClient } from '@space/client';
import { Webhook } from 'standardwebhooks';
import type { Subject } from './subject.ts';

/** The webhook of a paid order, signed. Its signature is valid for five minutes. */
export interface SignedOrder {
  /** The id of the order in the shop, which is its number too. */
  readonly number: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A shop of the provider `signed` that is connected to a Space. */
export interface Shop {
  /** Returns new paid orders of two items, each 1.6 KB. They have payers of their own, or the first `payers` ones. */
  signOrders(count: number, payers?: number): SignedOrder[];
  /** Sends a webhook. Throws if the answer is not 200. */
  send(order: SignedOrder): Promise<void>;
}

const ITEMS = 2;
const PRODUCTS = 40;
/** The size of a webhook; blanks at the end of the JSON fill it. */
const BYTES = 1_600;

/** Connects a shop to the Space of a subject. */
export async function connectShop({ profile, space_id }: Subject): Promise<Shop> {
  const { base_url, operator_token, public_url } = profile.connection;
  const operator = createClient({ base_url, api_key: operator_token });
  const shop = await operator.payment_settings.connect({ space_id, provider: 'signed', name: 'Shop', mode: 'live' });
  const url = new URL(new URL(shop.webhook_url).pathname, public_url);
  const webhook = new Webhook(shop.webhook_secret!);
  let made = 0;

  function signOrder(payers = Number.POSITIVE_INFINITY): SignedOrder {
    made += 1;
    const number = `bench-${made}`;
    const id = `evt_${randomUUID()}`;
    const body = JSON.stringify({ type: 'order.paid', data: paidOrder(number, made, 1 + ((made - 1) % payers)) }).padEnd(BYTES);
    const at = new Date();
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': webhook.sign(id, at, body),
    };
    return { number, headers, body };
  }

  return {
    signOrders: (count, payers) => Array.from({ length: count }, () => signOrder(payers)),
    send: (order) => sendOrder(url, order),
  };
}

/** Sends the webhook of an order to an address. Throws if the answer is not 200. */
export async function sendOrder(url: URL, { headers, body }: SignedOrder): Promise<void> {
  const response = await fetch(url, { method: 'POST', headers, body });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`A webhook was answered ${response.status}.`);
}

/** Returns an item of an order of a shop. */
export const orderItem = (at: number) => ({
  product_id: `product-${at % PRODUCTS}`,
  title: `Field guide to engines, volume ${at % PRODUCTS}, with plates`,
  quantity: 1,
  unit_amount_cents: 1_190,
  amount_cents: 1_190,
  tax_cents: 190,
});

const paidOrder = (order_id: string, at: number, payer: number) => ({
  order_id,
  currency: 'EUR',
  amount_cents: ITEMS * 1_190,
  tax_cents: ITEMS * 190,
  fee_cents: 100,
  paid_at: new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString(),
  customer: { email: `payer-${payer}@example.com`, name: `Payer Number ${payer}` },
  items: Array.from({ length: ITEMS }, (_, item) => orderItem(at + item)),
});
