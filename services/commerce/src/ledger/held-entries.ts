import type { CommonQueryMethods } from 'slonik';
import type { Connection } from '../connections/connection.ts';
import type { Fact, NewEntry } from '../provider-port/findings.ts';
import { holdEntries, takeHeldEntries } from './ledger.queries.ts';

/**
 * Holds the entries that give money back which another fact took, and returns those whose fact is known now. An end may arrive before
 * what it ends; both are facts of one order, whose lock the transaction must have, so no entry stays held by two that pass each other.
 */
export async function releaseEntries(
  tx: CommonQueryMethods,
  connection: Pick<Connection, 'space_id' | 'id'>,
  entries: readonly NewEntry[],
  facts: readonly Pick<Fact, 'kind' | 'source_id'>[],
): Promise<NewEntry[]> {
  const following = entries.flatMap(({ follows, ...entry }) => (follows ? [{ follows, entry }] : []));
  if (following.length > 0) await holdEntries(tx, connection, following);
  const taking = facts.filter(({ kind }) => kind === 'refund' || kind === 'dispute');
  const named = [...following.map(({ follows }) => follows), ...taking];
  return named.length === 0 ? [] : takeHeldEntries(tx, connection, named);
}
