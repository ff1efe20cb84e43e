import { type Clock, type Database, isoTime } from '@space/database';
import type { Writer } from '@space/event-log';
import type { Log } from '@space/runtime';
import { DAY_MS } from '@space/time';
import { findReadTimes } from '../connections/health.queries.ts';
import type { CheckedConnection } from '../connections/reader.ts';
import { writeForConnection } from '../connections/transaction.ts';
import { afterOpening } from '../ledger/after-opening.ts';
import { storeEntries } from '../ledger/store-entries.ts';
import { READ_OVERLAP_MS } from '../pulls/read-overlap.ts';
import { upsertBalances } from '../snapshots/snapshots.queries.ts';
import { comparedBalances, storeComparison } from './comparison.ts';
import { stableBalances } from './opening.ts';
import { findEnteredSources, findLedgerBalances } from './reconcile.queries.ts';

/** Days of money facts whose ids are compared. */
const COMPARED_DAYS = 35;

/** The ports of a reconciliation. */
export interface ReconcilePorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly write: Writer;
  readonly log: Log;
}

/**
 * Compares the balance that a provider states with the ledger, for each currency. The balance is read between two equal lists of money
 * facts, and those are entered before the comparison, so a payment during the run makes no difference. If they differ, the ids of the
 * last 35 days are compared, and the missing ones are named. After two different runs in a row an event is emitted. A comparison
 * changes neither the ledger beyond new facts, nor anything at the provider. Throws ProviderError.
 */
export async function reconcile({ database, clock, write, log }: ReconcilePorts, { connection, reader }: CheckedConnection): Promise<void> {
  const now = clock.now();
  const { opened_at, created_at, transactions_until } = await findReadTimes(database, connection);
  const { balances, entries } = await stableBalances(reader, isoTime(Date.parse(transactions_until ?? created_at) - READ_OVERLAP_MS));
  await writeForConnection(write, connection, async (tx) => {
    await storeEntries(
      tx,
      connection,
      entries.map((entry) => afterOpening(entry, opened_at)),
    );
    if (balances.length > 0)
      await upsertBalances(
        tx,
        connection,
        balances.map((balance) => ({ ...balance, stated_at: tx.now })),
      );
  });
  const ledger = await findLedgerBalances(database, connection);
  const compared = comparedBalances(balances, ledger);
  const isDifferent = compared.some((row) => row.provider !== row.ledger);
  const since = isoTime(Math.max(now - COMPARED_DAYS * DAY_MS, Date.parse(opened_at ?? created_at)));
  const missing = isDifferent ? await findMissing(since) : new Map<string, string[]>();
  await writeForConnection(write, connection, (tx) => storeComparison(tx, connection, compared, missing, log));

  /** Returns the ids of money facts of the provider that the ledger does not have, by currency. */
  async function findMissing(from: string): Promise<ReadonlyMap<string, string[]>> {
    const facts = (await reader.pull({ kind: 'transactions', reference: from })).entries ?? [];
    const ids = facts.map(({ source_id }) => source_id);
    const entered = new Set(await findEnteredSources(database, connection, ids));
    const absent = Map.groupBy(
      facts.filter(({ source_id }) => !entered.has(source_id)),
      ({ currency }) => currency,
    );
    return new Map([...absent].map(([currency, its]) => [currency, its.map(({ source_id }) => source_id)]));
  }
}
