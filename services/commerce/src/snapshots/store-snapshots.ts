import type { Connection } from '../connections/connection.ts';
import type { OrderTransaction } from '../connections/transaction.ts';
import { compareTexts } from '../ordering/compare-texts.ts';
import type { Contacts } from '../payers/payers.ts';
import { upsertProducts } from '../products/products.queries.ts';
import type { Findings } from '../provider-port/findings.ts';
import { upsertPrices } from './snapshots.queries.ts';
import { storeInvoice } from './store-invoice.ts';
import { storePayout } from './store-payout.ts';
import { storeSubscription } from './store-subscription.ts';

/** A description of a thing, with the time of it. */
type Described<T> = T & { readonly observed_at: string };

/** Returns descriptions in the order of their references and times, so that two transactions lock in the same order. */
function inOrder<T extends { readonly reference: string }>(
  findings: readonly Findings[],
  observed_at: string,
  things: (found: Findings) => readonly T[] | undefined,
): Described<T>[] {
  return findings
    .flatMap((found) => (things(found) ?? []).map((thing) => ({ ...thing, observed_at: found.observed_at ?? observed_at })))
    .toSorted((a, b) => compareTexts(a.reference, b.reference) || compareTexts(a.observed_at, b.observed_at));
}

/** Returns the last description of each thing. */
const latestOf = <T extends { readonly reference: string }>(described: readonly T[]): T[] => [
  ...new Map(described.map((thing) => [thing.reference, thing])).values(),
];

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
    inOrder(findings, observed_at, things);
  const products = latestOf(of((found) => found.products));
  if (products.length > 0) await upsertProducts(tx, connection, products, tx.now);
  const prices = latestOf(of((found) => found.prices));
  if (prices.length > 0) await upsertPrices(tx, connection, prices);
  for (const { observed_at: at, ...invoice } of of((found) => found.invoices)) await storeInvoice(tx, connection, invoice, at, contacts);
  for (const { observed_at: at, ...subscription } of of((found) => found.subscriptions))
    await storeSubscription(tx, connection, subscription, at, contacts);
  for (const { observed_at: at, ...payout } of of((found) => found.payouts)) await storePayout(tx, connection, payout, at);
}
