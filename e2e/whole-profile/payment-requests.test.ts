import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { STRIPE_WEBHOOK_SECRET } from '../../services/commerce/test/fixtures/stripe-account.ts';
import { STRIPE_KEY } from '../../services/commerce/test/fixtures/stripe-server.ts';
import { type EchoServer, startEchoServer } from '../../services/integrations/test/fixtures/echo-server.ts';
import { operator, profile } from '../profile.ts';
import { connectStripe, sendWebhook, stripeSignature } from '../provider-webhooks.ts';
import { readSentRequests, type SentRequest } from '../sent-requests.ts';
import { newSpace } from '../space.ts';

/** The requests of the whole run: of all files before this one, and of the work that it lets commerce do. */
let sent: readonly SentRequest[];
let server: EchoServer;

beforeAll(async () => {
  server = await startEchoServer();
  await useStripe();
  await (await newSpace()).client.http_requests.send({ method: 'POST', url: `${server.url}/a-post-of-another-service`, body: {} });
  sent = await readSentRequests();
});
afterAll(() => server.close());

/** Connects Stripe, lets it send the sale of its account, waits for its items, checks the connection and reads everything again. */
async function useStripe(): Promise<void> {
  const { space_id, client } = await newSpace();
  const id = await connectStripe(space_id);
  const headers = { authorization: `Bearer ${STRIPE_KEY}` };
  const events = (await (await fetch(`${profile.stripe_url}/v1/events`, { headers })).json()) as { data: { type: string }[] };
  const body = JSON.stringify(events.data.find(({ type }) => type === 'payment_intent.succeeded'));
  expect(await sendWebhook(id, { 'stripe-signature': stripeSignature(body, STRIPE_WEBHOOK_SECRET) }, Buffer.from(body))).toBe(200);
  await eventually(
    async () => expect((await client.orders.list({})).data).toMatchObject([{ status: 'paid', product_title: 'Field guide' }]),
    {
      timeout: 15_000,
    },
  );
  await operator.payment_settings.check({ space_id, id });
  await operator.payment_settings.sync({ space_id, id, starting_at: new Date(Date.now() - 60_000).toISOString() });
  // The read of past events is the last one.
  const isOfCommerce = ({ service, path }: Awaited<ReturnType<typeof readSentRequests>>[number]) =>
    service === 'commerce' && path === '/v1/events';
  await eventually(async () => expect((await readSentRequests()).some(isOfCommerce)).toBe(true), { timeout: 15_000 });
}

test('a POST of another service is recorded with that service, so that the next tests can fail', () => {
  const { origin } = new URL(server.url);
  expect(sent).toContainEqual({ service: 'integrations', method: 'POST', origin, path: '/a-post-of-another-service' });
});

test('commerce sent nothing but GETs, to the API of Stripe only', () => {
  const ofCommerce = sent.filter(({ service }) => service === 'commerce');
  expect(ofCommerce.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/v1/account', '/v1/balance', '/v1/balance_transactions', '/v1/checkout/sessions', '/v1/events']),
  );
  expect(ofCommerce.filter(({ method, origin }) => method !== 'GET' || origin !== profile.stripe_url)).toEqual([]);
});

test('no service sent another verb than GET to the API of Stripe', () => {
  expect(new Set(sent.filter(({ origin }) => origin === profile.stripe_url).map(({ method }) => method))).toEqual(new Set(['GET']));
});
