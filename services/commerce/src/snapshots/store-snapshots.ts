import type { Connection } from '../connections/connection.ts';
import type { OrderTransaction } from '../connections/transaction.ts';
import type { Contacts } from '../payers/payers.ts';
import { upsertProducts } from '../products/products.queries.ts';
import type { Findings } from '../providers/findings.ts';
import { upsertBalances, upsertPrices } from './snapshots.queries.ts';
import { storeInvoice } from './store-invoice.ts';
import { storePayout } from './store-payout.ts';
import { storeSubscription } from './store-subscription.ts';

const byReference = <T extends { readonly reference: string }>(things: readonly T[]): T[] =>
  [...new Map(things.map((thing) => [thing.reference, thing])).values()].toSorted((a, b) => (a.reference < b.reference ? -1 : 1));

/**
 * Stores things as the provider described them at a time, and announces what changed. A description that is older than the stored one
 * changes nothing.
 */
export async function storeSnapshots(
  tx: OrderTransaction,
  connection: Connection,
  findings: readonly Findings[],
  observed_at: string,
  contacts: Contacts,
): Promise<void> {
  const products = byReference(findings.flatMap((found) => found.products ?? []));
  if (products.length > 0) await upsertProducts(tx, connection, products, observed_at, tx.now);
  const prices = byReference(findings.flatMap((found) => found.prices ?? []));
  if (prices.length > 0) await upsertPrices(tx, connection, prices, observed_at);
  for (const invoice of byReference(findings.flatMap((found) => found.invoices ?? [])))
    await storeInvoice(tx, connection, invoice, observed_at, contacts);
  for (const subscription of byReference(findings.flatMap((found) => found.subscriptions ?? [])))
    await storeSubscription(tx, connection, subscription, observed_at, contacts);
  for (const payout of byReference(findings.flatMap((found) => found.payouts ?? [])))
    await storePayout(tx, connection, payout, observed_at);
  const balances = findings.flatMap((found) => found.balances ?? []);
  if (balances.length > 0) await upsertBalances(tx, connection, balances, observed_at);
}
