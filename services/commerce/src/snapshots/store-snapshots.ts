import type { Connection } from '../connections/connection.ts';
import type { OrderTransaction } from '../connections/transaction.ts';
import type { Contacts } from '../payers/payers.ts';
import { upsertProducts } from '../products/products.queries.ts';
import type { Findings } from '../providers/findings.ts';
import { upsertPrices } from './snapshots.queries.ts';
import { storeInvoice } from './store-invoice.ts';
import { storePayout } from './store-payout.ts';
import { storeSubscription } from './store-subscription.ts';

/** A description of a thing, with the time of it. */
type Described<T> = T & { readonly observed_at: string };

/** Returns the latest description of each thing, in the order of their references, so that two transactions lock in the same order. */
function latestOf<T extends { readonly reference: string }>(
  findings: readonly Findings[],
  observed_at: string,
  things: (found: Findings) => readonly T[] | undefined,
): Described<T>[] {
  const latest = new Map<string, Described<T>>();
  for (const found of findings)
    for (const thing of things(found) ?? []) {
      const described = { ...thing, observed_at: found.observed_at ?? observed_at };
      const known = latest.get(thing.reference);
      if (!known || known.observed_at <= described.observed_at) latest.set(thing.reference, described);
    }
  return [...latest.values()].toSorted((a, b) => (a.reference < b.reference ? -1 : 1));
}

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
  const of = <T extends { readonly reference: string }>(things: (found: Findings) => readonly T[] | undefined) =>
    latestOf(findings, observed_at, things);
  const products = of((found) => found.products);
  if (products.length > 0) await upsertProducts(tx, connection, products, tx.now);
  const prices = of((found) => found.prices);
  if (prices.length > 0) await upsertPrices(tx, connection, prices);
  for (const { observed_at: at, ...invoice } of of((found) => found.invoices)) await storeInvoice(tx, connection, invoice, at, contacts);
  for (const { observed_at: at, ...subscription } of of((found) => found.subscriptions))
    await storeSubscription(tx, connection, subscription, at, contacts);
  for (const { observed_at: at, ...payout } of of((found) => found.payouts)) await storePayout(tx, connection, payout, at);
}
