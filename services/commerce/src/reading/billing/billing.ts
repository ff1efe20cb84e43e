import { type Handlers, Json } from '@space/bus';
import { billing } from '@space/contracts/commerce';
import { isoTime, readPage } from '@space/database';
import type { Ports } from '@space/runtime';
import { readResource } from '../rows/resource.queries.ts';
import { invoiceRows, listInvoices } from './invoices-sql.ts';
import { listProducts, productRows } from './products-sql.ts';
import { listSubscriptions, subscriptionRows } from './subscriptions-sql.ts';

const { list_products, list_invoices, list_subscriptions } = billing.operations;

/** Creates the handlers of the billing contract, which only read. */
export function billingHandlers({ database, clock }: Pick<Ports, 'database' | 'clock'>): Handlers<typeof billing> {
  const now = () => isoTime(clock.now());
  return {
    list_products: async ({ input, caller }) => new Json(await readPage(database, listProducts(caller.space_id, input))),
    get_product: ({ input: { id }, caller }) =>
      readResource(database, caller.space_id, productRows, { noun: 'product', id, list: list_products }),
    list_invoices: async ({ input, caller }) => new Json(await readPage(database, listInvoices(caller.space_id, input, now()))),
    get_invoice: ({ input: { id }, caller }) =>
      readResource(database, caller.space_id, invoiceRows(now()), { noun: 'invoice', id, list: list_invoices }),
    list_subscriptions: async ({ input, caller }) => new Json(await readPage(database, listSubscriptions(caller.space_id, input))),
    get_subscription: ({ input: { id }, caller }) =>
      readResource(database, caller.space_id, subscriptionRows, { noun: 'subscription', id, list: list_subscriptions }),
  };
}
