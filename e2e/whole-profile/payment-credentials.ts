import { createHmac, randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { orderOf, paidOrder } from '../payments.ts';
import { profile } from '../profile.ts';
import type { TestSpace } from '../space.ts';

const random = () => randomUUID().replaceAll('-', '');

/** Credentials of payment providers that were used in a Space. */
export interface PlantedPayments {
  /** The credentials by their kind. */
  readonly credentials: Readonly<Record<string, string>>;
  /** The texts and headers of all answers; the answer that shows a made secret has `[shown once]` in its place. */
  readonly answers: readonly string[];
  /** The status of each request, by what it did. */
  readonly statuses: Readonly<Record<string, number>>;
}

/** Connects payment providers to a Space, replaces their secrets, lets them be refused, sends webhooks, and disconnects. */
export async function plantPaymentCredentials(space: TestSpace): Promise<PlantedPayments> {
  const answers: string[] = [];
  const statuses: Record<string, number> = {};
  const path = `/operator/spaces/${space.space_id}/integrations`;

  /** Sends a request and notes its answer. Returns its JSON, if it has some. */
  async function send(what: string, url: string, init: RequestInit): Promise<Record<string, unknown>> {
    const answer = await fetch(url, init);
    const text = await answer.text();
    statuses[what] = answer.status;
    const json = answer.headers.get('content-type')?.includes('json') ? (JSON.parse(text) as Record<string, unknown>) : {};
    const made = json.webhook_secret;
    answers.push(typeof made === 'string' ? text.replace(`"${made}"`, '"[shown once]"') : text, JSON.stringify([...answer.headers]));
    return json;
  }

  const call = (what: string, method: string, route: string, body?: object, key = profile.operator_token) =>
    send(what, `${profile.base_url}${route}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': what },
      ...(body && { body: JSON.stringify(body) }),
    });

  /** Sends an order that a shop signed with a secret. */
  function sendOrder(what: string, shop: Record<string, unknown>, secret: string, number: string) {
    const id = `evt_${randomUUID()}`;
    const at = new Date();
    const body = JSON.stringify({ type: 'order.paid', data: paidOrder(number) });
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign(id, at, body),
    };
    return send(what, receiverOf(shop), { method: 'POST', headers, body });
  }

  /** Sends an event that Paddle signed with a secret. */
  function sendPaddle(what: string, paddle: Record<string, unknown>, secret: string) {
    const body = JSON.stringify({ event_id: `evt_${random()}`, event_type: 'address.created', occurred_at: new Date(), data: {} });
    const seconds = Math.floor(Date.now() / 1_000);
    const signature = createHmac('sha256', secret).update(`${seconds}:${body}`).digest('hex');
    return send(what, receiverOf(paddle), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'paddle-signature': `ts=${seconds};h1=${signature}` },
      body,
    });
  }

  const given = {
    'a refused key of Stripe for the live mode': `sk_live_${random()}`,
    'a key of Stripe that was not checked': `rk_test_${random()}`,
    'the signing secret of a refused connection to Stripe': `whsec_${random()}+/"<b>&'`,
    'a refused key of Paddle': `pdl_live_apikey_${random()}`,
    'a refused signing secret of a shop': `whsec_${random()}+/"<b>&'`,
    'the previous signing secret of Paddle': `pdl_ntfset_${random()}+/"<b>&'`,
    'the current signing secret of Paddle': `pdl_ntfset_${random()}+/"<b>&'`,
    'the signing secret of a disconnected Paddle': `pdl_ntfset_${random()}+/"<b>&'`,
  };
  const wrong = `whsec_${Buffer.from(random()).toString('base64')}`;

  const connectShop = () => call('connect a shop', 'POST', path, { provider: 'signed', name: 'Shop' });
  const shop = await connectShop();
  if ((await connectShop()).webhook_secret !== shop.webhook_secret) throw new Error('An idempotency key did not repeat its answer.');
  const rotated = await call('replace the secret of a shop', 'POST', `${path}/${shop.id}/rotate-secret`, {});
  const gone = await call('connect a second shop', 'POST', path, { provider: 'signed', name: 'Gone' });
  const made = {
    'the previous signing secret of a shop': String(shop.webhook_secret),
    'the current signing secret of a shop': String(rotated.webhook_secret),
    'the signing secret of a disconnected shop': String(gone.webhook_secret),
  };
  await call('connect a shop with a secret', 'POST', path, {
    provider: 'signed',
    webhook_secret: given['a refused signing secret of a shop'],
  });
  const connectPaddle = (what: string, webhook_secret: string, secret?: string) =>
    call(what, 'POST', path, { provider: 'paddle', webhook_secret, ...(secret && { secret }) });
  const paddle = await connectPaddle('connect Paddle', given['the previous signing secret of Paddle']);
  const gonePaddle = await connectPaddle('connect a second Paddle', given['the signing secret of a disconnected Paddle']);
  await connectPaddle('connect Paddle with a key', given['the current signing secret of Paddle'], given['a refused key of Paddle']);
  await call('replace the secret of Paddle', 'POST', `${path}/${paddle.id}/rotate-secret`, {
    webhook_secret: given['the current signing secret of Paddle'],
  });

  const webhook_secret = given['the signing secret of a refused connection to Stripe'];
  const live = { provider: 'stripe', secret: given['a refused key of Stripe for the live mode'], webhook_secret };
  await call('connect Stripe with a key of the live mode', 'POST', path, live);
  await call('connect Stripe with a key of the Space', 'POST', path, live, space.api_key);
  await call('connect Stripe', 'POST', path, {
    provider: 'stripe',
    secret: given['a key of Stripe that was not checked'],
    webhook_secret,
  });

  await sendOrder('a wrong signature of a shop', shop, wrong, 'w1');
  await sendPaddle('a wrong signature of Paddle', paddle, wrong);
  await send('no signature', receiverOf(shop), { method: 'POST', body: '{}' });
  const numbers = [random().slice(0, 8), random().slice(0, 8)] as const;
  await sendOrder('an order with the previous secret', shop, made['the previous signing secret of a shop'], numbers[0]);
  await sendOrder('an order with the current secret', shop, made['the current signing secret of a shop'], numbers[1]);
  await sendPaddle('an event with the previous secret', paddle, given['the previous signing secret of Paddle']);
  await sendPaddle('an event with the current secret', paddle, given['the current signing secret of Paddle']);
  for (const number of numbers) await orderOf(space, number);

  for (const [what, one] of Object.entries({ shop, paddle })) await call(`check ${what}`, 'POST', `${path}/${one.id}/check`, {});
  await call('read again', 'POST', `${path}/${shop.id}/sync`, { starting_at: '2026-05-01T00:00:00.000Z' });
  await call('disconnect a shop', 'DELETE', `${path}/${gone.id}`);
  await call('disconnect Paddle', 'DELETE', `${path}/${gonePaddle.id}`);
  await sendOrder('an order of a disconnected shop', gone, made['the signing secret of a disconnected shop'], 'w2');
  await call('list as operator', 'GET', path);
  for (const route of ['/integrations', `/integrations/${shop.id}`, `/integrations/${paddle.id}/checks`, '/finance/orders', '/activity'])
    await call(`read ${route.replace(/int_\w+/, ':id')}`, 'GET', route, undefined, space.api_key);
  return { credentials: { ...given, ...made }, answers, statuses };
}

/** Returns the address at which a connection receives webhooks. */
const receiverOf = ({ webhook_url }: Record<string, unknown>): string =>
  new URL(new URL(String(webhook_url)).pathname, profile.public_url).href;
