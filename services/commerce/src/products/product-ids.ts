import { newId } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import type { Connection } from '../connections/connection.ts';
import { findProductIds, insertProducts } from './products.queries.ts';

/** A product as an order names it. */
export interface NamedProduct {
  readonly reference: string;
  readonly title: string;
}

/** Returns the ids of products by their reference at the provider, and inserts those that are only known from an order. */
export async function productIds(
  tx: CommonQueryMethods & { readonly now: string },
  connection: Pick<Connection, 'space_id' | 'id'>,
  products: readonly NamedProduct[],
): Promise<ReadonlyMap<string, string>> {
  if (products.length === 0) return new Map();
  const named = [...new Map(products.map((product) => [product.reference, product])).values()];
  const references = named.map(({ reference }) => reference);
  const known = new Map((await findProductIds(tx, connection, references)).map((row) => [row.reference, row.id]));
  const missing = named
    .filter(({ reference }) => !known.has(reference))
    .map((product) => ({ ...product, id: newId('prd') }))
    .toSorted((a, b) => (a.reference < b.reference ? -1 : 1));
  if (missing.length === 0) return known;
  await insertProducts(tx, connection, missing, tx.now);
  return new Map((await findProductIds(tx, connection, references)).map((row) => [row.reference, row.id]));
}
