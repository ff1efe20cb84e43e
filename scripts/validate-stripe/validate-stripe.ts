import type { PullRequest } from '../../services/commerce/src/provider-port/findings.ts';
import type { ProviderReader } from '../../services/commerce/src/provider-port/provider.ts';
import { readerOf } from '../../services/commerce/test/fixtures/stripe-reading.ts';
import { STRIPE_KEY, type StripeServer, startStripeServer } from '../../services/commerce/test/fixtures/stripe-server.ts';
import { type ComparedRequest, startComparingProxy } from './comparing-proxy.ts';

/** Every route that the reader asks. */
const ROUTES = [
  '/v1/account',
  '/v1/balance',
  '/v1/balance_transactions',
  '/v1/checkout/sessions',
  '/v1/checkout/sessions/:id',
  '/v1/checkout/sessions/:id/line_items',
  '/v1/events',
  '/v1/invoice_payments',
  '/v1/invoices/:id',
  '/v1/invoices/:id/lines',
  '/v1/payment_intents/:id',
  '/v1/payouts/:id',
  '/v1/prices/:id',
  '/v1/products/:id',
  '/v1/subscriptions/:id',
];

/** A request with a parameter that does not exist: a server that accepts it validates nothing. */
const WRONG = '/v1/balance_transactions?limt=1';

/** The kinds of reads that name one thing. */
const things = ['order', 'product', 'price', 'invoice', 'subscription', 'payout'] as const satisfies readonly PullRequest['kind'][];

/** Returns the faults in the requests of the reader, in the answers of the stand-in, and in the validation itself; each in one sentence. */
export async function validateStripe(mock: string, say: (line: string) => void): Promise<string[]> {
  const standIn = await startStripeServer();
  const proxy = await startComparingProxy(standIn.url, mock);
  try {
    const unread = await failures('the stand-in', readsOfAccount(standIn, readerOf(proxy.url)));
    for (const { route, query, statuses } of proxy.compared) say(`     ${statuses.mock} GET ${route}${query}`);
    return [
      ...unread,
      ...proxy.compared.flatMap(faultsOf),
      ...ROUTES.filter((route) => !proxy.compared.some((one) => one.route === route)).map((route) => `GET ${route} was not sent.`),
      ...(await failures('stripe-mock', readsOfExamples(readerOf(mock)))),
      ...(await wrongRequests({ 'the stand-in': standIn.url, 'stripe-mock': mock })),
    ];
  } finally {
    await proxy.close();
    await standIn.close();
  }
}

function faultsOf({ route, query, statuses, refusal, unknownFields }: ComparedRequest): string[] {
  const request = `GET ${route}${query}`;
  return [
    ...(refusal === null ? [] : [`${request} is refused by stripe-mock with ${statuses.mock}: ${refusal}`]),
    ...(statuses.standIn === 200 ? [] : [`${request} is refused by the stand-in with ${statuses.standIn}.`]),
    ...unknownFields.map((field) => `${request}: the stand-in answers with the field ${field}, which stripe-mock does not have.`),
  ];
}

/** Reads by their names. */
type Reads = Readonly<Record<string, () => Promise<unknown>>>;

/** Makes reads, and returns those that fail. */
async function failures(where: string, reads: Reads): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, read] of Object.entries(reads))
    await read().catch((error: unknown) => faults.push(`The ${name} of ${where} cannot be read: ${String(error)}`));
  return faults;
}

const accountReads = (reader: ProviderReader): Reads => ({
  account: () => reader.check(),
  balances: () => reader.balances(),
  'newest transaction': () => reader.newestTransactionId(),
});

/** Returns every read of the reader at an account with everything that it can read. */
function readsOfAccount(standIn: StripeServer, reader: ProviderReader): Reads {
  const items = [{ product: 'prod_1', title: 'Lamp', quantity: 2, unit_amount: 1_000, tax: 190 }];
  const sale = { amount: 2_190, currency: 'eur', items, email: 'ada@example.com', name: 'Ada Lovelace', fee: 100 };
  const { intent, transaction } = standIn.pay(sale);
  const { intent: invoiced, invoice } = standIn.pay({ ...sale, via: 'invoice' });
  const { session } = standIn.completeFree({ ...sale, items });
  const { payout } = standIn.payout(500, 'eur', [transaction.id]);
  const product = standIn.put('product', 'prod', { name: 'Lamp', description: null, active: true });
  const recurring = { interval: 'month', interval_count: 1 };
  const price = standIn.put('price', 'price', { product: product.id, active: true, currency: 'eur', unit_amount: 1_000, recurring });
  const subscription = standIn.put('subscription', 'sub', {
    status: 'active',
    currency: 'eur',
    start_date: 1_790_000_000,
    cancel_at: null,
    ended_at: null,
    cancellation_details: null,
    customer: standIn.put('customer', 'cus', { email: 'ada@example.com', name: 'Ada Lovelace', phone: null }).id,
    items: { data: [{ quantity: 1, current_period_end: 1_790_000_000, price: { ...price, product: product.id } }] },
  });
  const reference = new Date(Date.now() - 60_000).toISOString();
  const until = new Date(Date.now() + 60_000).toISOString();
  return {
    ...accountReads(reader),
    'order of a session': () => reader.pull({ kind: 'order', reference: intent.id }),
    'order of an invoice': () => reader.pull({ kind: 'order', reference: invoiced.id }),
    'order without anything to pay': () => reader.pull({ kind: 'order', reference: session.id }),
    invoice: () => reader.pull({ kind: 'invoice', reference: invoice!.id }),
    payout: () => reader.pull({ kind: 'payout', reference: payout.id }),
    product: () => reader.pull({ kind: 'product', reference: product.id }),
    price: () => reader.pull({ kind: 'price', reference: price.id }),
    subscription: () => reader.pull({ kind: 'subscription', reference: subscription.id }),
    transactions: () => reader.pull({ kind: 'transactions', reference }),
    'transactions of a time': () => reader.pull({ kind: 'transactions', reference, until }),
    events: () => reader.pull({ kind: 'events', reference }),
    'events of a time': () => reader.pull({ kind: 'events', reference, until }),
  };
}

/** Returns every read of the reader; stripe-mock answers any id with its examples. */
function readsOfExamples(reader: ProviderReader): Reads {
  const reference = '2026-01-01T00:00:00.000Z';
  return {
    ...accountReads(reader),
    ...Object.fromEntries(things.map((kind) => [kind, () => reader.pull({ kind, reference: `${kind}_1` })])),
    'order without anything to pay': () => reader.pull({ kind: 'order', reference: 'cs_1' }),
    transactions: () => reader.pull({ kind: 'transactions', reference }),
    events: () => reader.pull({ kind: 'events', reference }),
  };
}

/** Returns the addresses that accept a request with a wrong parameter. */
async function wrongRequests(addresses: Readonly<Record<string, string>>): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, address] of Object.entries(addresses)) {
    const { status } = await fetch(`${address}${WRONG}`, { headers: { authorization: `Bearer ${STRIPE_KEY}` } });
    if (status !== 400) faults.push(`GET ${WRONG} is answered ${status} by ${name}, and must be refused with 400.`);
  }
  return faults;
}
