import { describe, expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { Webhook } from 'standardwebhooks';
import { connectShop, newOrder, orderOf, paidOrder, type TestShop } from '../payments.ts';
import { operator, profile } from '../profile.ts';
import { newSpace } from '../space.ts';

/** The parts of a signed webhook. */
interface SignedParts {
  readonly id: string;
  readonly signature: string;
  readonly body: string;
}

const sendWith = (id: string, headers: Readonly<Record<string, string>>, body = '{}') =>
  fetch(new URL(`/in/${id}`, profile.public_url), {
    method: 'POST',
    headers: { 'webhook-id': 'evt_1', 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)), ...headers },
    body,
  });

/** Signs a body at a time in seconds, changes a part and sends it; returns the status of the answer. */
async function sendSigned(shop: TestShop, body: string, at: number, change: (signed: SignedParts) => SignedParts = (signed) => signed) {
  const signature = new Webhook(shop.webhook_secret).sign('evt_1', new Date(at * 1_000), body);
  const sent = change({ id: 'evt_1', signature, body });
  const headers = { 'webhook-id': sent.id, 'webhook-timestamp': String(at), 'webhook-signature': sent.signature };
  return (await sendWith(shop.id, headers, sent.body)).status;
}

/** Waits until the feed of a Space has this many events of a type, and returns their data. */
const eventsOf = (space: Awaited<ReturnType<typeof newSpace>>, type: string, count: number) =>
  eventually(
    async () => {
      const { events } = await space.client.events.list({ types: [type] });
      expect(events).toHaveLength(count);
      return events.map(({ data }) => data);
    },
    { timeout: 20_000 },
  );

describe('the webhooks of a shop', () => {
  test('a paid and refunded order is an order, a contact, two events and a balanced ledger, however often it is sent', async () => {
    const space = await newSpace();
    // Events are stored for those who listen.
    await space.client.event_subscriptions.create({ kind: 'feed', name: 'Books', event_types: ['*'] });
    const shop = await connectShop(space.space_id);
    const refund = { order_id: '1042', refund_id: 'r1', currency: 'EUR', amount_cents: 900, refunded_at: '2026-05-05T09:00:00.000Z' };
    // The refund comes first, and everything comes twice.
    expect(await shop.send('order.refunded', refund, 'evt_refund')).toBe(200);
    expect(await shop.send('order.paid', paidOrder('1042'), 'evt_paid')).toBe(200);
    expect(await shop.send('order.paid', paidOrder('1042'), 'evt_paid')).toBe(200);
    expect(await shop.send('order.refunded', refund, 'evt_refund_again')).toBe(200);
    await orderOf(space, '1042');
    const order = await eventually(async () => {
      const found = await space.client.orders.get({ id: (await orderOf(space, '1042')).id });
      expect(found.status).toBe('partially_refunded');
      return found;
    });
    expect(order).toMatchObject({
      amount: 49,
      amount_cents: 4_900,
      currency: 'EUR',
      refunded_amount_cents: 900,
      product_title: 'Field guide',
      refunds: [{ amount_cents: 900, status: 'succeeded' }],
      settlement: { currency: 'EUR', gross_amount_cents: 4_900, fee_amount_cents: 100, net_amount_cents: 4_800 },
    });
    const contact = await space.client.contacts.get({ id: order.contact_id! });
    expect([contact.email, contact.name]).toEqual(['payer-1042@example.com', 'Ada Lovelace']);
    const [paid] = await eventsOf(space, 'commerce_order_paid', 1);
    expect(paid).toMatchObject({ order_id: order.id, amount: 49, currency: 'EUR', actor_kind: 'person', contact_id: contact.id });
    const [refunded] = await eventsOf(space, 'commerce_order_refunded', 1);
    expect(refunded).toMatchObject({ amount_cents: 900, refunded_amount_cents: 900, remaining_amount_cents: 4_000, is_full: false });
    const { balanced, data } = await space.client.finance.list_accounts({});
    expect(balanced).toBe(true);
    expect(data.find(({ account }) => account === 'balance')).toMatchObject({ balance_amount_cents: 3_900 });
    const listed = await eventually(async () => {
      const { data: all } = await space.client.integrations.list({ kind: 'payments' });
      expect(all).toMatchObject([{ id: shop.id, provider: 'signed', status: 'connected', last_error: null, action_needed: null }]);
      return all;
    });
    expect(JSON.stringify(listed)).not.toContain(shop.webhook_secret);
    const wallet = await space.client.wallet.get({});
    expect(wallet.data).toMatchObject([{ integration_id: shop.id, currency: 'EUR', ledger_amount_cents: 3_900 }]);
  });

  test('an existing contact is not renamed, and an automation starts from a live order only', async () => {
    const space = await newSpace();
    const { id } = await space.client.contacts.create({ name: 'The Countess', email: 'payer-7@example.com' });
    await space.client.automations.create({
      name: 'Buyers',
      trigger: { event_type: 'commerce_order_paid' },
      actions: [{ operation: 'contacts.update', arguments: { id: '{{contact.id}}', company: 'Buyer of {{event.data.product_title}}' } }],
    });
    const live = await connectShop(space.space_id);
    const tried = await connectShop(space.space_id, 'test');
    await tried.send('order.paid', paidOrder('8'));
    await live.send('order.paid', paidOrder('7'));
    await eventually(async () => expect((await space.client.contacts.get({ id })).company).toBe('Buyer of Field guide'), {
      timeout: 20_000,
    });
    expect((await space.client.contacts.get({ id })).name).toBe('The Countess');
    const { contact_id } = await orderOf(space, '8');
    expect((await space.client.contacts.get({ id: contact_id! })).company).toBeNull();
    const summary = await space.client.finance.summary({ start_date: '2026-05-01', end_date: '2026-05-31' });
    expect(summary.data).toMatchObject([
      { key: '2026-05-01', currency: 'EUR', orders: 1, gross_amount_cents: 4_900, fee_amount_cents: 100 },
    ]);
  });

  test('twenty wrong signatures are an error of the connection with a way out, until a right one comes', async () => {
    const space = await newSpace();
    const shop = await connectShop(space.space_id);
    for (let n = 0; n < 20; n += 1) expect((await sendWith(shop.id, { 'webhook-signature': 'v1,AAAA' })).status).toBe(400);
    const integration = async (expected: Readonly<Record<string, unknown>>) =>
      eventually(async () => expect((await space.client.integrations.list({ kind: 'payments' })).data).toMatchObject([expected]));
    await integration({ status: 'failing', last_error: { code: 'bad_signature' }, action_needed: 'fix_webhook' });
    expect(await shop.send('order.paid', paidOrder('1'))).toBe(200);
    await operator.payment_settings.check({ space_id: space.space_id, id: shop.id });
    await integration({ status: 'connected', action_needed: null });
  });

  describe('the bytes and the time of a signature', () => {
    const body = JSON.stringify({ type: 'order.paid', data: paidOrder('signed') });
    const now = () => Math.floor(Date.now() / 1_000);
    test.each<[string, number, (signed: SignedParts) => SignedParts]>([
      ['as it was signed', 200, (signed) => signed],
      ['with two signatures, the second of which is right', 200, (s) => ({ ...s, signature: `v1,${btoa('x'.repeat(32))} ${s.signature}` })],
      ['with a changed byte', 400, (s) => ({ ...s, body: s.body.replace('4900', '4901') })],
      ['parsed and written again', 400, (s) => ({ ...s, body: JSON.stringify(JSON.parse(s.body), null, 1) })],
      ['with a byte order mark', 400, (s) => ({ ...s, body: `\ufeff${s.body}` })],
      ['without a signature', 400, (s) => ({ ...s, signature: '' })],
      ['with another version', 400, (s) => ({ ...s, signature: s.signature.replace('v1,', 'v0,') })],
      ['with another id', 400, (s) => ({ ...s, id: `${s.id}x` })],
    ])('%s is answered %i', async (_what, status, change) => {
      const { space_id } = await newSpace();
      const shop = await connectShop(space_id);
      expect(await sendSigned(shop, body, now(), change)).toBe(status);
    });

    test.each([
      [-290, 200],
      [290, 200],
      [-310, 400],
      [310, 400],
      [86_400, 400],
    ])('a time that differs by %i seconds is answered %i', async (seconds, status) => {
      const { space_id } = await newSpace();
      const shop = await connectShop(space_id);
      expect(await sendSigned(shop, body, now() + seconds)).toBe(status);
    });
  });

  test('wrong signatures, other bodies and disconnected shops are refused', async () => {
    const space = await newSpace();
    const { shop } = await newOrder(space);
    const other = await connectShop(space.space_id);
    const post = async (path: string) => (await fetch(new URL(path, profile.public_url), { method: 'POST', body: '{}' })).status;
    expect([await post(`/in/${other.id}`), await post('/in/int_00000000000000000000000000')]).toEqual([400, 404]);
    expect((await fetch(new URL(`/in/${other.id}`, profile.public_url), { method: 'POST', body: 'x'.repeat(524_289) })).status).toBe(413);
    expect(await shop.send('order.paid', { order_id: 'x' }, 'evt_incomplete')).toBe(200);
    await operator.payment_settings.disconnect({ space_id: space.space_id, id: shop.id });
    expect(await shop.send('order.paid', paidOrder('9'))).toBe(410);
    await operator.payment_settings.rotate_secret({ space_id: space.space_id, id: other.id });
    // The previous secret is accepted for 24 hours.
    expect(await other.send('order.paid', paidOrder('10'))).toBe(200);
  });
});
