import { amountOf, currencyDecimals, MAX_MISSING_IDS, walletReconciliationFailed } from '@space/contracts/commerce';
import { type Clock, type Database, isoTime, newId } from '@space/database';
import type { Writer } from '@space/event-log';
import type { Log } from '@space/runtime';
import { DAY_MS } from '@space/time';
import { connectionActor } from '../connections/connection.ts';
import { findReadTimes } from '../connections/health.queries.ts';
import type { CheckedConnection } from '../connections/reader.ts';
import { writeForConnection } from '../connections/transaction.ts';
import { afterOpening } from '../ledger/after-opening.ts';
import { storeEntries } from '../ledger/store-entries.ts';
import { upsertBalances } from '../snapshots/snapshots.queries.ts';
import { stableBalances } from './opening.ts';
import {
  findEnteredSources,
  findLastStatuses,
  findLedgerBalances,
  insertReconciliations,
  type NewReconciliation,
} from './reconcile.queries.ts';

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
  const { balances, entries } = await stableBalances(reader, isoTime(Date.parse(transactions_until ?? created_at)));
  await writeForConnection(write, connection, async (tx) => {
    await storeEntries(
      tx,
      connection,
      entries.map((entry) => afterOpening(entry, opened_at)),
    );
    if (balances.length > 0) await upsertBalances(tx, connection, balances, tx.now);
  });
  const ledger = new Map((await findLedgerBalances(database, connection)).map(({ currency, balance }) => [currency, balance]));
  const provider = new Map(balances.map(({ currency, available, pending, reserved }) => [currency, available + pending + reserved]));
  const compared = [...new Set([...ledger.keys(), ...provider.keys()])]
    .filter((currency) => currencyDecimals.has(currency))
    .toSorted()
    .map((currency) => ({ currency, provider: provider.get(currency) ?? 0, ledger: ledger.get(currency) ?? 0 }));
  const isDifferent = compared.some((row) => row.provider !== row.ledger);
  const since = isoTime(Math.max(now - COMPARED_DAYS * DAY_MS, Date.parse(opened_at ?? created_at)));
  const missing = isDifferent ? await findMissing(since) : [];
  await writeForConnection(write, connection, async function storeInTransaction(tx) {
    const last = new Map((await findLastStatuses(tx, connection)).map(({ currency, status }) => [currency, status]));
    const rows = compared.map(({ currency, ...sums }): NewReconciliation => {
      const isEqual = sums.provider === sums.ledger;
      const status = isEqual ? 'equal' : (last.get(currency) ?? 'equal') === 'equal' ? 'different' : 'failed';
      return { id: newId('rec'), currency, ...sums, status, missing_count: isEqual ? 0 : missing.length };
    });
    if (rows.length > 0) await insertReconciliations(tx, connection, rows, missing.slice(0, MAX_MISSING_IDS), tx.now);
    for (const row of rows) {
      if (row.status !== 'failed' || last.get(row.currency) === 'failed') continue;
      const difference = row.provider - row.ledger;
      log.error(
        { integration_id: connection.id, currency: row.currency, difference, missing_count: missing.length },
        'the balance of a payment provider differs from the ledger in two runs in a row',
      );
      tx.emit(
        walletReconciliationFailed,
        {
          integration_id: connection.id,
          currency: row.currency,
          difference_amount: amountOf(difference, row.currency),
          difference_amount_cents: difference,
          missing_count: missing.length,
        },
        connectionActor(connection),
      );
    }
  });

  async function findMissing(from: string): Promise<string[]> {
    const ids = await reader.transactionIds(from);
    const entered = new Set(await findEnteredSources(database, connection, ids));
    return ids.filter((id) => !entered.has(id));
  }
}
