import type { CommonQueryMethods } from 'slonik';
import type { Connection } from '../connections/connection.ts';
import { lockThings } from '../connections/lock-things.queries.ts';
import type { Fact, NewEntry } from '../provider-port/findings.ts';
import { holdEntries, takeHeldEntries } from './ledger.queries.ts';

/**
 * Holds the entries that give money back which another fact took, and returns those whose fact is known now. An end may arrive before
 * what it ends, and two transactions that pass each other must not both miss it: each waits for the other by the fact that took the money.
 */
export async function releaseEntries(
  tx: CommonQueryMethods,
  connection: Pick<Connection, 'space_id' | 'id'>,
  entries: readonly NewEntry[],
  facts: readonly Pick<Fact, 'kind' | 'source_id'>[],
): Promise<NewEntry[]> {
  const taking = facts.filter(({ kind }) => kind === 'refund' || kind === 'dispute');
  const following = entries.flatMap(({ follows, ...entry }) => (follows ? [{ follows, entry }] : []));
  const named = [...following.map(({ follows }) => follows), ...taking];
  if (named.length === 0) return [];
  await lockThings(tx, connection, named);
  if (following.length > 0) await holdEntries(tx, connection, following);
  return takeHeldEntries(tx, connection, named);
}
