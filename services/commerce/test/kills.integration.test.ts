import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@space/database';
import { emittedIn, eventually, newSpaceCaller, randomRuns, type TestPorts, testPorts } from '@space/runtime/testing';
import { Webhook } from 'standardwebhooks';
import { sealSigning } from '../src/connections/connection-secrets.ts';
import { insertConnection } from '../src/settings/settings.queries.ts';
import { type KillStepName, killSteps } from './fixtures/kill-steps.ts';
import { countWebhooks, freeOrders, ledgerSums, refundedOrders } from './fixtures/stored-rows.queries.ts';
import { startWriters, type Writers } from './fixtures/writers.ts';

/** The kills at each step. */
const KILLS = randomRuns(2);
/** Processes on one Space, and those of them that are killed. */
const WRITERS = 4;
const KILLED = 3;
/** The least number of orders; the shop sends more until every kill has happened. */
const ORDERS = 60;
/** A fifth of all refunds is about the same orders. */
const BUSY_ORDERS = 10;
const TIMEOUT = { timeout: 120_000 };

const secret = `whsec_${randomBytes(24).toString('base64')}`;
const secretKey = randomBytes(32).toString('base64');
const id = newId('int');
const { space_id } = newSpaceCaller();
let ports: TestPorts;
let writers: Writers;

beforeAll(async () => {
  ports = await testPorts({ environment: { SPACE_SECRET_KEY: secretKey } });
  const place = { space_id, id };
  await insertConnection(
    ports.database,
    {
      ...place,
      provider: 'signed',
      name: 'Shop',
      mode: 'live',
      account_id: null,
      account_label: null,
      test_starts_automations: false,
      sealed_key: null,
      sealed_signing: sealSigning(ports.box, place, secret),
      opened_at: null,
    },
    new Date().toISOString(),
  );
  const names = Object.keys(killSteps) as KillStepName[];
  const steps = Array.from({ length: KILLS }, () => names).flat();
  writers = await startWriters({ url: ports.url, secretKey, count: WRITERS, killed: KILLED, steps });
});
afterAll(async () => {
  // A step that is no longer reached ends the test by its time.
  if (!areDone()) process.stderr.write(`The kills so far: ${JSON.stringify(Object.fromEntries(writers.kills))}\n`);
  await writers.stop();
  await ports.database.end();
  await ports.drop();
});

/** Sends an event of the shop until it is answered 200. */
function send(event_id: string, type: string, data: Readonly<Record<string, unknown>>): Promise<void> {
  const body = JSON.stringify({ type, data });
  const at = new Date();
  const headers = {
    'webhook-id': event_id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(event_id, at, body),
  };
  return writers.send({ id, body, headers });
}

const item = { title: 'Field guide', quantity: 1 };

const sendPayment = (n: number, event_id = `evt_paid_${n}`) =>
  send(event_id, 'order.paid', {
    order_id: `order-${n}`,
    currency: 'EUR',
    amount_cents: 5_000 + n,
    fee_cents: 30,
    paid_at: '2026-05-04T09:00:00.000Z',
    customer: { email: `payer-${n}@example.com`, name: 'Ada Lovelace' },
    items: [{ ...item, unit_amount_cents: 5_000 + n, amount_cents: 5_000 + n }],
  });

const sendRefund = (n: number, order: number, event_id = `evt_refund_${n}`) =>
  send(event_id, 'order.refunded', {
    order_id: `order-${order}`,
    refund_id: `refund-${n}`,
    currency: 'EUR',
    amount_cents: 10,
    refunded_at: '2026-05-05T09:00:00.000Z',
  });

/** Returns the values of a field in the announced events of a type. */
async function announced(type: string, field: string): Promise<string[]> {
  const events = (await emittedIn(ports.database, 'commerce', space_id)) as { type: string; data: Record<string, unknown> }[];
  return events.filter((event) => event.type === type).map(({ data }) => String(data[field]));
}

const areDone = (): boolean => (Object.keys(killSteps) as KillStepName[]).every((step) => writers.kills.get(step) === KILLS);

test('several processes of one Space that are killed at each step count and announce every fact once', async () => {
  let count = 0;
  let webhooks = 0;
  for (; count < ORDERS || !areDone(); count += 1) {
    if (writers.faults.length > 0) throw new Error(writers.faults[0]);
    const order = count % 5 === 0 ? (count / 5) % Math.min(BUSY_ORDERS, count + 1) : count;
    // The refund comes together with its payment, a part of everything comes twice, and some of that under another id.
    await Promise.all([
      sendRefund(count, order),
      sendPayment(count),
      ...(count % 3 === 0 ? [sendPayment(count)] : []),
      ...(count % 4 === 0 ? [sendRefund(count, order, `evt_refund_${count}_again`)] : []),
    ]);
    webhooks += count % 4 === 0 ? 3 : 2;
    // The processes that start again need the processor more than those that are fed.
    if (count > ORDERS) await delay(100);
  }
  const numbers = Array.from({ length: count }, (_, n) => n);

  await eventually(async () => expect(await countWebhooks(ports, space_id, 'waiting')).toBe(0), TIMEOUT);
  expect(await countWebhooks(ports, space_id, 'done')).toBe(webhooks);
  await eventually(async () => expect(await announced('commerce_order_refunded', 'refund_id')).toHaveLength(count), TIMEOUT);
  expect(new Set(await announced('commerce_order_refunded', 'refund_id')).size).toBe(count);
  expect((await announced('commerce_order_paid', 'order_number')).toSorted()).toEqual(numbers.map((n) => `order-${n}`).toSorted());

  const paid = numbers.reduce((sum, n) => sum + 5_000 + n - 30, 0);
  await eventually(
    async () => expect(await ledgerSums(ports, space_id)).toEqual([{ currency: 'EUR', all: 0, balance: paid - 10 * count }]),
    TIMEOUT,
  );
  expect(await refundedOrders(ports, space_id)).toEqual({ orders: count, refunded: 10 * count });
  // No killed process left a lock.
  expect(await freeOrders(ports, space_id)).toBe(count);
}, 600_000);
