import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createEndpoint } from '@space/bus';
import { paymentWebhooks, REFUSED_WEBHOOKS_PER_SECOND } from '@space/contracts/commerce';
import { subjectOf } from '@space/contracts/core';
import { type Api, startApi } from './fixtures/api.ts';

let api: Api;
const received: string[] = [];
let answerRefused = Promise.withResolvers<void>();

/** Answers a webhook by its signature: 200, or the status that it names, after `answerRefused`. */
const receive = async ({ input }: { readonly input: { readonly id: string; readonly headers: Readonly<Record<string, string>> } }) => {
  const signature = input.headers['webhook-signature'] ?? '';
  received.push(signature);
  if (signature !== 'right') await answerRefused.promise;
  return { status: signature === 'right' ? 200 : Number(signature), headers: {}, body: '' };
};

beforeAll(async () => {
  api = await startApi({ environment: { SPACE_RATE_LIMIT: '100', SPACE_TRUSTED_PROXIES: '127.0.0.0/8' } });
  const subject = subjectOf(paymentWebhooks.name, 'receive');
  const answer = createEndpoint('payment_webhooks.receive', paymentWebhooks.operations.receive, receive as never) as never;
  await api.ports.bus.serve('commerce', [{ subject, answer }]);
});
afterAll(() => api.stop());

async function post(id: string, from: string, signature: string): Promise<number> {
  const headers = { 'webhook-signature': signature, 'x-forwarded-for': from };
  const response = await fetch(`${api.publicUrl}/in/${id}`, { method: 'POST', headers, body: '{}' });
  await response.arrayBuffer();
  return response.status;
}

/** Sends a webhook, as a provider does, again while the gateway is overloaded: its event loop may be late on a loaded machine. */
async function postUntilTaken(id: string, from: string, signature: string): Promise<number> {
  for (;;) {
    const status = await post(id, from, signature);
    if (status !== 503) return status;
    await delay(100);
  }
}

/** Sends webhooks together; returns the number of answers of each status. */
async function send(count: number, one: () => Promise<number>): Promise<Record<number, number>> {
  const statuses = await Promise.all(Array.from({ length: count }, one));
  return Object.fromEntries([...Map.groupBy(statuses, Number)].map(([status, all]) => [status, all.length]));
}

/** Sends more refused webhooks than one sender may, and meanwhile true ones of one connection from other addresses; returns the answers. */
async function flood(connection: string, refusedId: () => string, status: string) {
  answerRefused = Promise.withResolvers();
  received.length = 0;
  const refused = send(150, () => post(refusedId(), `198.51.100.${status.slice(1)}`, status));
  // The first ones are in progress until the true ones are answered.
  const accepted = [
    await send(20, () => postUntilTaken(connection, '203.0.113.7', 'right')),
    await send(20, () => postUntilTaken(connection, '203.0.113.8', 'right')),
  ];
  answerRefused.resolve();
  // An overloaded gateway refuses some of them with 503 before it counts them.
  const { 503: overloaded = 0, ...answers } = await refused;
  const handedOn = received.filter((signature) => signature === status).length;
  return { answers, accepted, handedOn, limited: 150 - overloaded - handedOn };
}

test.each(['400', '410'])(
  'webhooks refused with %s from one address leave the connection open for those of other addresses',
  async (status) => {
    const connection = `int_${status}`;
    const { answers, accepted, handedOn, limited } = await flood(connection, () => connection, status);
    expect(accepted).toEqual([{ 200: 20 }, { 200: 20 }]);
    expect(answers).toEqual({ [status]: handedOn, 429: limited });
    // A second may end between the first and the last one.
    expect(handedOn).toBeLessThanOrEqual(2 * REFUSED_WEBHOOKS_PER_SECOND);
  },
);

test('a sender who tries one unknown connection after another is refused', async () => {
  let tried = 0;
  const another = () => {
    tried += 1;
    return `int_unknown_${tried}`;
  };
  const { answers, accepted, handedOn, limited } = await flood('int_404', another, '404');
  expect(accepted).toEqual([{ 200: 20 }, { 200: 20 }]);
  expect(answers).toEqual({ 404: handedOn, 429: limited });
  expect(handedOn).toBeLessThanOrEqual(2 * REFUSED_WEBHOOKS_PER_SECOND);
});
