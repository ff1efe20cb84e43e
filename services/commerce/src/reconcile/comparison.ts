import { amountOf, currencyDecimals, MAX_MISSING_IDS, walletReconciliationFailed } from '@space/contracts/commerce';
import { newId } from '@space/database';
import type { Log } from '@space/runtime';
import { type Connection, connectionActor } from '../connections/connection.ts';
import type { OrderTransaction } from '../connections/transaction.ts';
import type { BalanceSnapshot } from '../provider-port/findings.ts';
import { upsertBalances } from '../snapshots/snapshots.queries.ts';
import { findLastStatuses, findLedgerBalances, insertReconciliations, type NewReconciliation } from './reconcile.queries.ts';

/** The balance of a provider and that of the ledger in one currency. */
export interface Compared {
  readonly currency: string;
  readonly provider: number;
  readonly ledger: number;
}

/** Returns both balances in each currency that one of them has. */
export function comparedBalances(
  balances: readonly BalanceSnapshot[],
  ledger: readonly { readonly currency: string; readonly balance: number }[],
): Compared[] {
  const entered = new Map(ledger.map(({ currency, balance }) => [currency, balance]));
  const stated = new Map(balances.map(({ currency, available, pending, reserved }) => [currency, available + pending + reserved]));
  return [...new Set([...entered.keys(), ...stated.keys()])]
    .filter((currency) => currencyDecimals.has(currency))
    .toSorted()
    .map((currency) => ({ currency, provider: stated.get(currency) ?? 0, ledger: entered.get(currency) ?? 0 }));
}

/** Stores a comparison, and emits an event when the balances of a currency differ in the second run in a row. */
export async function storeComparison(
  tx: OrderTransaction,
  connection: Connection,
  compared: readonly Compared[],
  missing: ReadonlyMap<string, readonly string[]>,
  log: Log,
): Promise<void> {
  if (compared.length === 0) return;
  const missingIn = (currency: string): readonly string[] => missing.get(currency) ?? [];
  const last = new Map((await findLastStatuses(tx, connection)).map(({ currency, status }) => [currency, status]));
  const rows = compared.map(({ currency, ...sums }): NewReconciliation => {
    const isEqual = sums.provider === sums.ledger;
    const status = isEqual ? 'equal' : (last.get(currency) ?? 'equal') === 'equal' ? 'different' : 'failed';
    return { id: newId('rec'), currency, ...sums, status, missing_count: isEqual ? 0 : missingIn(currency).length };
  });
  await insertReconciliations(
    tx,
    connection,
    rows.map((row) => ({ ...row, missing_ids: row.status === 'equal' ? [] : missingIn(row.currency).slice(0, MAX_MISSING_IDS) })),
    tx.now,
  );
  for (const { currency, provider, ledger, status } of rows) {
    if (status !== 'failed' || last.get(currency) === 'failed') continue;
    const difference = provider - ledger;
    log.warn(
      { integration_id: connection.id, currency, difference, missing_count: missingIn(currency).length },
      'the balance of a payment provider differs from the ledger in two runs in a row',
    );
    tx.emit(
      walletReconciliationFailed,
      {
        integration_id: connection.id,
        currency,
        difference_amount: amountOf(difference, currency),
        difference_amount_cents: difference,
        missing_count: missingIn(currency).length,
      },
      connectionActor(connection),
    );
  }
}

/** A balance that a shop stated, with the time of the statement. */
export interface StatedBalance extends BalanceSnapshot {
  readonly stated_at: string;
}

/**
 * Stores balances that a shop stated by itself, and compares them with the ledger of the same transaction. A statement that is not
 * newer than the stored one changes nothing, so that one which is read again is not compared again.
 */
export async function compareStated(
  tx: OrderTransaction,
  connection: Connection,
  balances: readonly StatedBalance[],
  log: Log,
): Promise<void> {
  const inOrder = balances.toSorted((a, b) => (a.stated_at < b.stated_at ? -1 : 1));
  const latest = [...new Map(inOrder.map((balance) => [balance.currency, balance])).values()];
  const newer = new Set(await upsertBalances(tx, connection, latest));
  const compared = comparedBalances(latest, await findLedgerBalances(tx, connection)).filter(({ currency }) => newer.has(currency));
  await storeComparison(tx, connection, compared, new Map(), log);
}
