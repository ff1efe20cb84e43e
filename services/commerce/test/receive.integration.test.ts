import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { paymentSettings } from '@space/contracts/commerce';
import { createEgress } from '@space/egress';
import { eventually } from '@space/runtime/testing';
import { Webhook } from 'standardwebhooks';
import { receiveHandlers } from '../src/inbox/receive.ts';
import { paymentAdapters } from '../src/providers/adapters/payment-adapters.ts';
import { newCommerceSpace, startCommerce } from './fixtures/commerce-space.ts';
import { lockInbox, refusedSignatures, storedWebhooks, waitingForInbox } from './fixtures/stored-rows.queries.ts';

let started: Awaited<ReturnType<typeof startCommerce>>;
beforeAll(async () => {
  started = await startCommerce();
});
afterAll(() => started.stop());
beforeEach(() => started.ports.clock.set(Date.now()));

const HOUR_MS = 3_600_000;

type Shop = Awaited<ReturnType<typeof newShop>>;

/** Connects a shop to a new Space. */
async function newShop() {
  const space = newCommerceSpace(started.ports);
  const { space_id } = space;
  const { id, webhook_secret } = await space.operator(paymentSettings, 'connect', {
    space_id,
    provider: 'signed',
    name: 'Shop',
    mode: 'live',
  });
  return { ...space, id, secret: webhook_secret! };
}

/** Returns a webhook of an order, signed now; the same order has the same event id. */
function signed({ secret }: { readonly secret: string }, order: string, amount_cents = 4_900) {
  const now = new Date(started.ports.clock.now());
  const data = { order_id: order, currency: 'EUR', amount_cents, paid_at: '2026-05-04T09:00:00.000Z' };
  const body = JSON.stringify({ type: 'order.paid', data });
  const id = `evt_${order}`;
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  };
  return { id, body, headers };
}

const hashOf = (body: string): string => createHash('sha256').update(body).digest('hex');

/** Sends an order of a shop, signed with its secret or another one; returns the status of the answer. */
function send(shop: Shop, order: string, secret = shop.secret): Promise<number> {
  const { body, headers } = signed({ secret }, order);
  return shop.receive(shop.id, body, headers);
}

/** Returns a receiver with a cache of its own, as another process has. */
function anotherProcess() {
  const { receive } = receiveHandlers({
    ...started.ports,
    adapters: paymentAdapters(started.ports.config, createEgress(started.ports.config)),
    notifyWorker: () => {},
    reportRefused: () => {},
  });
  return async (shop: Shop, order: string, secret = shop.secret): Promise<number> => {
    const { body, headers } = signed({ secret }, order);
    const input = { id: shop.id, headers, raw_body: Buffer.from(body).toString('base64') };
    return ((await receive({ input } as never)) as { readonly status: number }).status;
  };
}

describe('webhooks that arrive together', () => {
  test('each one is stored when it is answered 200, once, for its own connection', async () => {
    const shops = await Promise.all([newShop(), newShop(), newShop()]);
    const answers = await Promise.all(
      shops.flatMap((shop) =>
        Array.from({ length: 60 }, async (_, n) => {
          const { id, body, headers } = signed(shop, String(n % 50));
          const status = await shop.receive(shop.id, body, headers);
          const stored = await storedWebhooks(started.ports, shop.id);
          return { status, hash: stored.find(({ event_id }) => event_id === id)?.hash, expected: hashOf(body) };
        }),
      ),
    );
    for (const { status, hash, expected } of answers) expect({ status, hash }).toEqual({ status: 200, hash: expected });
    for (const shop of shops) expect(await storedWebhooks(started.ports, shop.id)).toHaveLength(50);
  });

  test('the first of two bodies with one id is stored, and both are answered 200', async () => {
    const shop = await newShop();
    expect(await send(shop, '0')).toBe(200);
    const [first, second] = [signed(shop, '1', 100), signed(shop, '1', 200)];
    const answers = await Promise.all([first, second].map(({ body, headers }) => shop.receive(shop.id, body, headers)));
    expect(answers).toEqual([200, 200]);
    expect(await storedWebhooks(started.ports, shop.id)).toMatchObject([
      { event_id: 'evt_0' },
      { event_id: 'evt_1', hash: hashOf(first.body) },
    ]);
  });

  test('a body of any size is stored with the others', async () => {
    const shop = await newShop();
    const sent = [1, 500_000, 7, 500_000, 500_000, 3].map((size, n) => signed(shop, `${n}-${'x'.repeat(size)}`.slice(0, 200), size));
    const bodies = sent.map(({ body }, n) => body.padEnd(n % 2 ? 500_000 : 0));
    const answers = sent.map(({ id, headers }, n) => {
      const signature = new Webhook(shop.secret).sign(id, new Date(started.ports.clock.now()), bodies[n]!);
      return shop.receive(shop.id, bodies[n]!, { ...headers, 'webhook-signature': signature });
    });
    expect(await Promise.all(answers)).toEqual([200, 200, 200, 200, 200, 200]);
    const hashes = (await storedWebhooks(started.ports, shop.id)).map(({ hash }) => hash);
    expect(hashes.toSorted()).toEqual(bodies.map(hashOf).toSorted());
  });

  test('no answer comes before the commit', async () => {
    const shop = await newShop();
    expect(await send(shop, 'first')).toBe(200);
    const answered: number[] = [];
    const release = await lockInbox(started.ports);
    const answers = ['a', 'b', 'c'].map(async (order) => {
      answered.push(await send(shop, order));
    });
    await eventually(async () => expect(await waitingForInbox(started.ports)).toBeGreaterThan(0));
    expect(answered).toEqual([]);
    await release();
    await Promise.all(answers);
    expect(answered).toEqual([200, 200, 200]);
    expect(await storedWebhooks(started.ports, shop.id)).toHaveLength(4);
  });
});

describe('the secrets of a connection whose webhooks have arrived', () => {
  const newSecret = async ({ operator, space_id, id }: Shop) =>
    (await operator(paymentSettings, 'rotate_secret', { space_id, id })).webhook_secret!;

  test('a rotation counts immediately in every process, and the previous secret for 24 hours', async () => {
    const shop = await newShop();
    const other = anotherProcess();
    expect([await send(shop, '1'), await other(shop, '2')]).toEqual([200, 200]);
    const secret = await newSecret(shop);
    expect([await other(shop, '3', secret), await send(shop, '4', secret)]).toEqual([200, 200]);
    expect([await other(shop, '5'), await send(shop, '6')]).toEqual([200, 200]);
    started.ports.clock.advance(24 * HOUR_MS - 1_000);
    expect([await other(shop, '7'), await send(shop, '8')]).toEqual([200, 200]);
    started.ports.clock.advance(1_000);
    expect([await other(shop, '9'), await send(shop, '10')]).toEqual([400, 400]);
    expect([await other(shop, '11', secret), await send(shop, '12', secret)]).toEqual([200, 200]);
  });

  test('a secret that was rotated twice is refused immediately in every process', async () => {
    const shop = await newShop();
    const other = anotherProcess();
    expect([await send(shop, '1'), await other(shop, '2')]).toEqual([200, 200]);
    await newSecret(shop);
    await newSecret(shop);
    expect([await other(shop, '3'), await send(shop, '4')]).toEqual([400, 400]);
    expect(await storedWebhooks(started.ports, shop.id)).toHaveLength(2);
  });

  test('a disconnection is answered 410 immediately in every process', async () => {
    const shop = await newShop();
    const other = anotherProcess();
    expect([await send(shop, '1'), await other(shop, '2')]).toEqual([200, 200]);
    await shop.operator(paymentSettings, 'disconnect', { space_id: shop.space_id, id: shop.id });
    expect([await other(shop, '3'), await send(shop, '4')]).toEqual([410, 410]);
    expect([await other(shop, '5'), await send(shop, '6')]).toEqual([410, 410]);
    expect(await storedWebhooks(started.ports, shop.id)).toHaveLength(2);
  });
});

test('refused signatures are counted until the connection fails, and a webhook with a right one ends the count', async () => {
  const shop = await newShop();
  const other = await newShop();
  for (let n = 0; n < 30; n += 1) expect(await send(shop, String(n), other.secret)).toBe(400);
  expect(await refusedSignatures(started.ports, shop.id)).toBe(20);
  expect(await send(shop, 'right')).toBe(200);
  expect(await refusedSignatures(started.ports, shop.id)).toBe(0);
});
