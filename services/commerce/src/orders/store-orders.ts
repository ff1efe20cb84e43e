import { newId } from '@space/database';
import type { Connection } from '../connections/connection.ts';
import type { OrderTransaction } from '../connections/transaction.ts';
import { type Contacts, payersByReference } from '../payers/payers.ts';
import { productIds } from '../products/product-ids.ts';
import type { Fact, Payer } from '../provider-port/findings.ts';
import { type Announcement, announcementsOf } from './announcements.ts';
import { type FoldedOrder, foldOrder, inOrder, type StoredFact } from './fold-order.ts';
import { emitFact } from './order-events.ts';
import {
  deleteNamelessOrders,
  type FactMark,
  findAliases,
  findFacts,
  findFirstAnnounced,
  findRejected,
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
  const unique = [...new Map(facts.map((fact) => [`${fact.kind} ${fact.source_id}`, fact])).values()];
  const { orderOf, merged } = await findOrCreateOrders(tx, connection, unique, due);
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
  const views = folds.flatMap(({ fold, attempts }) => [fold, ...attempts.values()]);
  const products = await productIds(
    tx,
    connection,
    views.flatMap(({ items }) => items.flatMap(({ product, title }) => (product === null ? [] : [{ reference: product, title }]))),
  );
  const payers = await payersByReference(
    tx,
    connection,
    views.flatMap(({ payer_reference }) => payer_reference ?? []),
  );
  const updates: OrderUpdate[] = [];
  const marks: FactMark[] = [];
  for (const { order, facts: its, fold, attempts } of folds) {
    const described = fold.payer_reference === null ? undefined : payers.get(fold.payer_reference);
    // A payer who was described meanwhile was not looked for: the order is computed again with the contact.
    const isUnasked = described !== undefined && !contacts.covers(described.email);
    const knowsItems = fold.has_lines && (fold.payer_reference === null || described !== undefined) && !isUnasked;
    const { announcements: announced, announce_at } = announcementsOf(its, fold, knowsItems, tx.now);
    const update = {
      ...updateOf(connection, order, fold, { products, payers, contacts }),
      announce_at: isUnasked ? tx.now : announce_at,
    };
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

/** The ids of orders by their ids at the provider, and those with which others became one. */
interface FoundOrders {
  readonly orderOf: ReadonlyMap<string, string>;
  readonly merged: readonly string[];
}

/** Finds the orders that facts name, creates those that do not exist, and makes one of those that are the same. */
async function findOrCreateOrders(
  tx: OrderTransaction,
  connection: Connection,
  facts: readonly Fact[],
  due: readonly string[],
): Promise<FoundOrders> {
  const groups = groupIds(facts);
  const all = [...new Set([...groups.flatMap(({ ids }) => ids), ...due])];
  const known = new Map((await findAliases(tx, connection, all)).map((row) => [row.alias, row]));
  const missing = groups
    .filter(({ ids }) => !ids.some((id) => known.has(id)))
    .map(({ ids: [reference], at }) => ({ id: newId('ord'), reference: reference!, at }))
    .toSorted((a, b) => (a.reference < b.reference ? -1 : 1));
  if (missing.length > 0) await insertOrders(tx, connection, missing, tx.now);
  const aliases = groups.flatMap(({ ids }) => {
    const reference = ids.map((id) => known.get(id)?.first_reference).find((found) => found !== undefined) ?? ids[0]!;
    return ids.filter((id) => !known.has(id)).map((alias) => ({ alias, reference }));
  });
  if (aliases.length > 0)
    await insertAliases(
      tx,
      connection,
      aliases.toSorted((a, b) => (a.alias < b.alias ? -1 : 1)),
    );
  const made = missing.map(({ id }) => id);
  if (made.length > 0) await deleteNamelessOrders(tx, connection.space_id, made);
  const namedOrders = async () => new Map((await findAliases(tx, connection, all)).map(({ alias, order_id }) => [alias, order_id]));
  const found = await namedOrders();
  const same = unionsOf(groups.map(({ ids }) => ids.flatMap((id) => found.get(id) ?? []))).filter(({ size }) => size > 1);
  if (same.length === 0) return { orderOf: found, merged: [] };
  // All of them are locked here, in the order of their ids, so that two transactions never wait for each other.
  await lockOrders(tx, connection.space_id, [...new Set(found.values())]);
  const merged: string[] = [];
  for (const orders of same) merged.push(...(await mergeSame(tx, connection, orders)));
  return { orderOf: await namedOrders(), merged };
}

/** Returns the unions of lists that have a member in common. */
function unionsOf(lists: readonly (readonly string[])[]): ReadonlySet<string>[] {
  let unions: Set<string>[] = [];
  for (const list of lists) {
    const one = new Set(list);
    const apart = unions.filter((union) => union.isDisjointFrom(one));
    const joined = unions.filter((union) => !union.isDisjointFrom(one));
    unions = [...apart, joined.reduce((all, union) => all.union(union), one)];
  }
  return unions;
}

/**
 * Makes one order of several that are the same. The one that was announced first stays, so that listeners know its id. Returns its id.
 * The orders must be locked; one that became one with another meanwhile is gone.
 */
async function mergeSame(tx: OrderTransaction, { space_id }: Connection, orders: ReadonlySet<string>): Promise<string[]> {
  const [into, ...others] = await findFirstAnnounced(tx, space_id, [...orders]);
  for (const from of others) await mergeOrder(tx, space_id, from, into!);
  return into === undefined ? [] : [into];
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

function updateOf(
  connection: Connection,
  order: LockedOrder,
  fold: FoldedOrder,
  { products, payers, contacts }: Named,
): Omit<OrderUpdate, 'announce_at'> {
  const {
    items: sold,
    number,
    payer: named,
    payer_reference,
    description,
    refunds: _,
    has_lines: __,
    has_unpaid_lines: ___,
    ...rest
  } = fold;
  const payer = named ?? (payer_reference === null ? null : (payers.get(payer_reference) ?? null));
  const items = sold.map(({ product, ...item }) => ({ product_id: product === null ? null : (products.get(product) ?? null), ...item }));
  return {
    ...rest,
    id: order.id,
    number: number ?? fold.reference,
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
