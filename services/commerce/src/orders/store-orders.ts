import { ORDER_COMPLETION_SECONDS } from '@space/contracts/commerce';
import { isoTime, newId } from '@space/database';
import { SECOND_MS } from '@space/time';
import type { Connection } from '../connections/connection.ts';
import type { OrderTransaction } from '../connections/transaction.ts';
import { type Contacts, payersByReference } from '../payers/payers.ts';
import { productIds } from '../products/product-ids.ts';
import type { Fact, Payer } from '../provider-port/findings.ts';
import { type Announcement, announcementsOf } from './announcements.ts';
import { type FoldedOrder, foldOrder, type StoredFact } from './fold-order.ts';
import { emitFact } from './order-events.ts';
import {
  type FactMark,
  findAliases,
  findFacts,
  insertAliases,
  insertFacts,
  insertOrders,
  type LockedOrder,
  lockOrders,
  markFacts,
  mergeOrder,
  type OrderUpdate,
  updateOrders,
} from './orders.queries.ts';

/** Facts that are stored, and the orders that are computed again although they have no new fact. */
export interface OrderChanges {
  readonly facts: readonly Fact[];
  /** Ids at the provider of orders whose facts may be announced now. */
  readonly due: readonly string[];
}

/** A fact that is not counted, and why. */
export interface RejectedFact {
  readonly kind: string;
  readonly source_id: string;
  readonly reason: string;
}

/**
 * Stores facts of one connection, computes their orders again and announces what is not announced yet. Facts may come in any order and any
 * number of times, and rows and events are the same: a fact is stored once, an order is a function of its facts
 * under a lock, and a fact is announced in the transaction that marks it. Returns the facts that are not counted.
 */
export async function storeOrders(
  tx: OrderTransaction,
  connection: Connection,
  { facts, due }: OrderChanges,
  contacts: Contacts,
): Promise<RejectedFact[]> {
  const unique = [...new Map(facts.map((fact) => [`${fact.kind} ${fact.source_id}`, fact])).values()];
  const orderOf = await findOrCreateOrders(tx, connection, unique, due);
  const locked = await lockOrders(tx, connection.space_id, [...new Set(orderOf.values())]);
  const rows = unique.map(({ order, aliases: _, ...fact }) => ({ ...fact, order_id: orderOf.get(order)!, id: idOf(fact.kind) }));
  const changed = new Set(rows.length > 0 ? await insertFacts(tx, connection, rows, tx.now) : []);
  for (const reference of due) if (orderOf.has(reference)) changed.add(orderOf.get(reference)!);
  if (changed.size === 0) return [];
  const stored = Map.groupBy(await findFacts(tx, connection.space_id, [...changed]), ({ order_id }) => order_id);
  const folds = locked.flatMap((order) => {
    const its = changed.has(order.id) ? stored.get(order.id) : undefined;
    return its === undefined ? [] : [{ order, facts: its as StoredFact[], fold: foldOrder(its as StoredFact[]) }];
  });
  const products = await productIds(
    tx,
    connection,
    folds.flatMap(({ fold }) => fold.items.flatMap(({ product, title }) => (product === null ? [] : [{ reference: product, title }]))),
  );
  const payers = await payersByReference(
    tx,
    connection,
    folds.flatMap(({ fold }) => fold.payer_reference ?? []),
  );
  const updates: OrderUpdate[] = [];
  const marks: FactMark[] = [];
  const rejected: RejectedFact[] = [];
  for (const { order, facts: its, fold } of folds) {
    const update = updateOf(connection, { order, facts: its, fold }, products, payers, contacts);
    const isDue = update.complete_by !== null && update.complete_by <= tx.now;
    const isComplete = isDue || (fold.has_lines && (fold.payer_reference === null || payers.has(fold.payer_reference)));
    const announced = announcementsOf(its, fold, isComplete);
    const contact = update.contact_id === null ? null : contacts.byId(update.contact_id);
    // An order without a currency has no money fact yet, so nothing of it is announced.
    for (const announcement of announced)
      if (fold.currency !== null) emitFact(tx, connection, { ...update, currency: fold.currency, contact }, announcement);
    updates.push({ ...update, has_unannounced: fold.paid_at !== null && !isComplete });
    marks.push(...marksOf(its, fold, announced));
    rejected.push(...[...fold.rejected].map(([source_id, reason]) => ({ kind: 'refund', source_id, reason })));
  }
  await updateOrders(tx, connection.space_id, updates, tx.now);
  if (marks.length > 0) await markFacts(tx, connection, marks, tx.now);
  return rejected;
}

const idOf = (kind: Fact['kind']): string | null => (kind === 'refund' ? newId('rfd') : kind === 'dispute' ? newId('dsp') : null);

/** Returns the id of the order that each id at the provider names, and creates those that do not exist. */
async function findOrCreateOrders(
  tx: OrderTransaction,
  connection: Connection,
  facts: readonly Fact[],
  due: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const groups = groupIds(facts);
  const all = [...new Set([...groups.flatMap(({ ids }) => ids), ...due])];
  const known = new Map((await findAliases(tx, connection, all)).map((row) => [row.alias, row]));
  const missing = groups
    .filter(({ ids }) => !ids.some((id) => known.has(id)))
    .map(({ ids: [reference], at }) => ({ id: newId('ord'), reference: reference!, at }))
    .toSorted((a, b) => (a.reference < b.reference ? -1 : 1));
  if (missing.length > 0) await insertOrders(tx, connection, missing, tx.now);
  const aliases = groups.flatMap(({ ids }) => {
    const reference = ids.map((id) => known.get(id)?.reference).find((found) => found !== undefined) ?? ids[0]!;
    return ids.filter((id) => !known.has(id)).map((alias) => ({ alias, reference }));
  });
  if (aliases.length > 0)
    await insertAliases(
      tx,
      connection,
      aliases.toSorted((a, b) => (a.alias < b.alias ? -1 : 1)),
    );
  const found = new Map((await findAliases(tx, connection, all)).map(({ alias, order_id }) => [alias, order_id]));
  const same = groups.map(({ ids }) => new Set(ids.flatMap((id) => found.get(id) ?? []))).filter(({ size }) => size > 1);
  if (same.length === 0) return found;
  for (const orders of same) await mergeSame(tx, connection, orders);
  return new Map((await findAliases(tx, connection, all)).map(({ alias, order_id }) => [alias, order_id]));
}

/** Makes one order of several that a fact says are the same. */
async function mergeSame(tx: OrderTransaction, { space_id }: Connection, orders: ReadonlySet<string>): Promise<void> {
  const [into, ...others] = [...orders].toSorted();
  if (others.length === 0) return;
  await lockOrders(tx, space_id, [...orders]);
  for (const from of others) await mergeOrder(tx, space_id, from, into!);
}

/** The ids at the provider of one order, its main one first, and the time of its first fact. */
interface IdGroup {
  readonly ids: string[];
  at: string;
}

/** Groups the ids that facts name: two facts with a common id are about the same order. */
function groupIds(facts: readonly Fact[]): IdGroup[] {
  const groupOf = new Map<string, IdGroup>();
  for (const { order, aliases = [], at } of facts) {
    const ids = [order, ...aliases];
    const groups = new Set(ids.flatMap((id) => groupOf.get(id) ?? []));
    const merged: IdGroup = { ids: [...new Set([...[...groups].flatMap((group) => group.ids), ...ids])], at };
    for (const group of groups) if (group.at < merged.at) merged.at = group.at;
    for (const id of merged.ids) groupOf.set(id, merged);
  }
  return [...new Set(groupOf.values())];
}

/** An order with its facts and what they say. */
interface Folded {
  readonly order: LockedOrder;
  readonly facts: readonly StoredFact[];
  readonly fold: FoldedOrder;
}

function updateOf(
  connection: Connection,
  { order, facts, fold }: Folded,
  products: ReadonlyMap<string, string>,
  payers: ReadonlyMap<string, Payer>,
  contacts: Contacts,
): OrderUpdate {
  const { items: sold, number, payer: named, payer_reference, description, rejected: _, refunds: __, has_lines: ___, ...rest } = fold;
  const payer = named ?? (payer_reference === null ? null : (payers.get(payer_reference) ?? null));
  const items = sold.map(({ product, ...item }) => ({ product_id: product === null ? null : (products.get(product) ?? null), ...item }));
  const payment = facts.find(({ kind }) => kind === 'payment');
  return {
    ...rest,
    id: order.id,
    number: number ?? order.reference,
    contact_id: (payer && contacts.byEmail(payer.email)?.id) ?? order.contact_id,
    email: payer?.email ?? null,
    product_id: items[0]?.product_id ?? null,
    product_title: items[0]?.title || description || connection.name,
    items,
    complete_by: payment ? later(payment.received_at) : null,
    has_unannounced: false,
  };

  function later(received_at: string): string {
    return isoTime(Date.parse(received_at) + ORDER_COMPLETION_SECONDS * SECOND_MS);
  }
}

/** Returns the marks of the facts that are announced now, or whose rejection is known now. */
function marksOf(facts: readonly StoredFact[], fold: FoldedOrder, announced: readonly Announcement[]): FactMark[] {
  const now = new Set(announced.map(({ fact }) => fact));
  return facts.flatMap((fact) => {
    const rejected = fact.kind === 'refund' ? (fold.rejected.get(fact.source_id) ?? null) : null;
    return now.has(fact) || rejected !== null ? [{ kind: fact.kind, source_id: fact.source_id, announced: now.has(fact), rejected }] : [];
  });
}
