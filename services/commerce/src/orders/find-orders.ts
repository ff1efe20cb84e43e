import { newId } from '@space/database';
import type { Connection } from '../connections/connection.ts';
import type { OrderTransaction } from '../connections/transaction.ts';
import { compareTexts } from '../ordering/compare-texts.ts';
import type { Fact } from '../provider-port/findings.ts';
import {
  deleteNamelessOrders,
  findAliases,
  findFirstAnnounced,
  insertAliases,
  insertOrders,
  lockOrders,
  mergeOrder,
} from './orders.queries.ts';

/** The ids of orders by their ids at the provider, and those with which others became one. */
interface FoundOrders {
  readonly orderOf: ReadonlyMap<string, string>;
  readonly merged: readonly string[];
}

/** Finds the orders that facts name, creates those that do not exist, and makes one of those that are the same. */
export async function findOrCreateOrders(
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
    .toSorted((a, b) => compareTexts(a.reference, b.reference));
  if (missing.length > 0) await insertOrders(tx, connection, missing, tx.now);
  const aliases = groups.flatMap(({ ids }) => {
    const reference = ids.map((id) => known.get(id)?.first_reference).find((found) => found !== undefined) ?? ids[0]!;
    return ids.filter((id) => !known.has(id)).map((alias) => ({ alias, reference }));
  });
  if (aliases.length > 0)
    await insertAliases(
      tx,
      connection,
      aliases.toSorted((a, b) => compareTexts(a.alias, b.alias)),
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
