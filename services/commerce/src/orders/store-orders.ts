import { newId } from '@space/database';
import type { Connection } from '../connections/connection.ts';
import type { OrderTransaction } from '../connections/transaction.ts';
import { type Contacts, payersByReference } from '../payers/payers.ts';
import { productIds } from '../products/product-ids.ts';
import type { Fact, Payer } from '../provider-port/findings.ts';
import { type Announcement, announcementsOf } from './announcements.ts';
import { findOrCreateOrders } from './find-orders.ts';
import { type FoldedOrder, foldOrder, inOrder, type StoredFact } from './fold-order.ts';
import { emitFact } from './order-events.ts';
import {
  type FactMark,
  findFacts,
  findRejected,
  insertFacts,
  type LockedOrder,
  lockOrders,
  markFacts,
  type OrderUpdate,
  updateOrders,
} from './orders.queries.ts';

/** A fact with the webhook that says it; null for a read at the provider. */
export interface SaidFact extends Fact {
  readonly event_id: string | null;
}

/** Facts that are stored, and the orders that are computed again although they have no new fact. */
export interface OrderChanges {
  readonly facts: readonly SaidFact[];
  /** Ids at the provider of orders whose facts may be announced now. */
  readonly due: readonly string[];
}

/** A refund and the reason why it is not counted; without a reason it is counted now. */
export interface Refusal {
  readonly source_id: string;
  readonly reason: string | null;
  /** The webhook that said it first; null for a read at the provider. */
  readonly event_id: string | null;
}

/**
 * Stores facts of one connection, computes their orders again and announces what is not announced yet. Facts may come in any order and any
 * number of times, and rows and events are the same: a fact is stored once, an order is a function of its facts
 * under a lock, and a fact is announced in the transaction that marks it. Returns the refunds of these facts that are not counted, and
 * those for which that changed.
 */
export async function storeOrders(
  tx: OrderTransaction,
  connection: Connection,
  { facts, due }: OrderChanges,
  contacts: Contacts,
): Promise<Refusal[]> {
  // The first of several that say the same is stored.
  const unique = [...new Map(facts.toReversed().map((fact) => [`${fact.kind} ${fact.source_id}`, fact])).values()];
  const { orderOf, merged } = await findOrCreateOrders(tx, connection, facts, due);
  const locked = await lockOrders(tx, connection.space_id, [...new Set(orderOf.values())]);
  const rows = unique.map(({ order, aliases: _, ...fact }) => ({
    ...fact,
    order_id: orderOf.get(order)!,
    reference: order,
    id: idOf(fact.kind),
  }));
  const changed = new Set([...merged, ...(rows.length > 0 ? await insertFacts(tx, connection, rows, tx.now) : [])]);
  for (const reference of due) if (orderOf.has(reference)) changed.add(orderOf.get(reference)!);
  if (changed.size === 0) return refusalsOf(tx, connection, unique, []);
  const stored = Map.groupBy(await findFacts(tx, connection.space_id, [...changed]), ({ order_id }) => order_id);
  const folds = locked.flatMap((order) => {
    const its = changed.has(order.id) ? stored.get(order.id) : undefined;
    return its === undefined ? [] : [foldedOf(order, its as StoredFact[])];
  });
  const views = new Map(folds.map(({ order, fold, attempts }) => [order.id, [fold, ...attempts.values()]]));
  const all = [...views.values()].flat();
  const products = await productIds(
    tx,
    connection,
    all.flatMap(({ items }) => items.flatMap(({ product, title }) => (product === null ? [] : [{ reference: product, title }]))),
  );
  const payers = await payersByReference(
    tx,
    connection,
    all.flatMap(({ payer_reference }) => payer_reference ?? []),
  );
  const updates: OrderUpdate[] = [];
  const marks: FactMark[] = [];
  for (const { order, facts: its, fold, attempts } of folds) {
    const knowsItems = fold.has_lines && (fold.payer_reference === null || payers.has(fold.payer_reference));
    const isKnown = areContactsKnown(order, its, views.get(order.id)!, { products, payers, contacts });
    // A payer who became known meanwhile was not looked for: the order is computed again with the contact.
    const { announcements: announced, announce_at } = isKnown
      ? announcementsOf(its, fold, knowsItems, tx.now)
      : { announcements: [], announce_at: tx.now };
    const update = { ...updateOf(connection, order, fold, { products, payers, contacts }), announce_at };
    for (const announcement of announced) {
      const attempt = attempts.get(announcement.fact);
      const { currency, contact_id, ...shown } = attempt
        ? updateOf(connection, { ...order, contact_id: null }, attempt, { products, payers, contacts })
        : update;
      // An order without a currency has no money fact yet, so nothing of it is announced.
      if (currency !== null)
        emitFact(tx, connection, { ...shown, currency, contact: contact_id === null ? null : contacts.byId(contact_id) }, announcement);
    }
    updates.push(update);
    marks.push(...marksOf(its, fold, announced));
  }
  if (updates.length > 0) await updateOrders(tx, connection.space_id, updates, tx.now);
  if (marks.length > 0) await markFacts(tx, connection, marks, tx.now);
  return refusalsOf(tx, connection, unique, folds);
}

/** Returns those of some facts that are not counted, also if they were stored before, and the orders' refunds for which that changed. */
async function refusalsOf(
  tx: OrderTransaction,
  connection: Connection,
  facts: readonly Fact[],
  folds: readonly Folded[],
): Promise<Refusal[]> {
  const refunds = facts.filter(({ kind }) => kind === 'refund').map(({ source_id }) => source_id);
  const known = refunds.length === 0 ? [] : await findRejected(tx, connection, refunds);
  const changed = folds.flatMap(({ facts: its, fold }) =>
    its
      .filter((fact) => rejectionOf(fact, fold) !== fact.rejected)
      .map((fact) => ({ source_id: fact.source_id, reason: rejectionOf(fact, fold), event_id: fact.event_id })),
  );
  return [...new Map([...known, ...changed].map((refusal) => [refusal.source_id, refusal])).values()];
}

const idOf = (kind: Fact['kind']): string | null => (kind === 'refund' ? newId('rfd') : kind === 'dispute' ? newId('dsp') : null);

/** An order with what its facts say. */
interface Folded {
  readonly order: LockedOrder;
  readonly facts: readonly StoredFact[];
  readonly fold: FoldedOrder;
  /** The order as each failed attempt that is not announced knows it: what came later is not in its event. */
  readonly attempts: ReadonlyMap<StoredFact, FoldedOrder>;
}

function foldedOf(order: LockedOrder, facts: readonly StoredFact[]): Folded {
  const lines = inOrder(facts).filter(({ kind }) => kind === 'unpaid_lines');
  const attempts = facts
    .filter(({ kind, announced_at }) => kind === 'payment_failed' && announced_at === null)
    .map((fact): [StoredFact, FoldedOrder] => {
      const its = lines.find(({ source_id }) => source_id === fact.source_id) ?? lines.at(-1) ?? facts.find(({ kind }) => kind === 'lines');
      return [fact, foldOrder(its ? [fact, its] : [fact])];
    });
  return { order, facts, fold: foldOrder(facts), attempts: new Map(attempts) };
}

/** The things that an order names, by their names at the provider. */
interface Named {
  readonly products: ReadonlyMap<string, string>;
  readonly payers: ReadonlyMap<string, Payer>;
  readonly contacts: Contacts;
}

/** Returns true if the contacts that the events of an order show were looked for. */
function areContactsKnown(
  order: LockedOrder,
  facts: readonly StoredFact[],
  views: readonly FoldedOrder[],
  { payers, contacts }: Named,
): boolean {
  if (order.contact_id !== null && !contacts.coversId(order.contact_id)) return false;
  const isPayerShown = facts.some(({ kind, announced_at }) => announced_at === null && (kind === 'payment' || kind === 'payment_failed'));
  if (!isPayerShown) return true;
  return views.every(function isPayerKnown(view) {
    const payer = payerOf(view, payers);
    return payer === null || contacts.covers(payer.email);
  });
}

const payerOf = ({ payer, payer_reference }: FoldedOrder, payers: ReadonlyMap<string, Payer>): Payer | null =>
  payer ?? (payer_reference === null ? null : (payers.get(payer_reference) ?? null));

function updateOf(
  connection: Connection,
  order: LockedOrder,
  fold: FoldedOrder,
  { products, payers, contacts }: Named,
): Omit<OrderUpdate, 'announce_at'> {
  const { items: sold, status, dispute_status, reference, number, description, currency, paid_at, sorted_at } = fold;
  const { amount, subtotal, tax, discount, shipping, refunded } = fold;
  const payer = payerOf(fold, payers);
  const items = sold.map(({ product, ...item }) => ({ product_id: product === null ? null : (products.get(product) ?? null), ...item }));
  return {
    ...{ status, dispute_status, reference, currency, paid_at, sorted_at, amount, subtotal, tax, discount, shipping, refunded },
    id: order.id,
    number: number ?? reference,
    contact_id: (payer && contacts.byEmail(payer.email)?.id) ?? order.contact_id,
    email: payer?.email ?? null,
    product_id: items[0]?.product_id ?? null,
    product_title: items[0]?.title || description || connection.name,
    items,
  };
}

/** Returns the marks of the facts that are announced now, and of the refunds whose rejection changed. */
function marksOf(facts: readonly StoredFact[], fold: FoldedOrder, announced: readonly Announcement[]): FactMark[] {
  const now = new Set(announced.map(({ fact }) => fact));
  return facts.flatMap((fact) => {
    const rejected = rejectionOf(fact, fold);
    return now.has(fact) || rejected !== fact.rejected
      ? [{ kind: fact.kind, source_id: fact.source_id, announced: now.has(fact), rejected }]
      : [];
  });
}

const rejectionOf = (fact: StoredFact, fold: FoldedOrder): string | null =>
  fact.kind === 'refund' ? (fold.refunds.rejected.get(fact.source_id) ?? null) : null;
