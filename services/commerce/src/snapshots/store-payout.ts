import { amountOf, walletPayoutFailed, walletPayoutPaid } from '@space/contracts/commerce';
import { newId } from '@space/database';
import { type Connection, connectionActor, connectionData } from '../connections/connection.ts';
import { lockThings } from '../connections/lock-things.queries.ts';
import type { OrderTransaction } from '../connections/transaction.ts';
import type { PayoutSnapshot } from '../provider-port/findings.ts';
import { insertPayoutTransactions, lockSnapshot, saveSnapshot } from './snapshots.queries.ts';

/**
 * Stores a payout, and announces once that it arrived and once that it failed, which may follow an arrival. An older description
 * changes nothing but is announced, so both events come in any order of the descriptions.
 */
export async function storePayout(
  tx: OrderTransaction,
  connection: Connection,
  { transactions, ...payout }: PayoutSnapshot,
  observed_at: string,
): Promise<void> {
  await lockThings(tx, connection, [{ kind: 'payout', source_id: payout.reference }]);
  if (transactions && transactions.length > 0) await insertPayoutTransactions(tx, connection, payout.reference, transactions.toSorted());
  const stored = await lockSnapshot(tx, connection, 'payout', payout.reference);
  const wasPaid = stored?.row.announced_paid === true;
  const hasFailed = stored?.row.announced_failed === true;
  const { status } = payout;
  const isOlder = stored !== null && stored.observed_at > observed_at;
  const isNew = (status === 'paid' && !wasPaid) || (status === 'failed' && !hasFailed);
  if (isOlder && !isNew) return;
  const id = await saveSnapshot(
    tx,
    connection,
    'payout',
    stored,
    {
      ...(!isOlder && { ...payout, provider: connection.provider, mode: connection.mode, observed_at }),
      announced_paid: wasPaid || status === 'paid',
      announced_failed: hasFailed || status === 'failed',
    },
    () => newId('pyo'),
  );
  const data = {
    payout_id: id,
    amount: amountOf(payout.amount, payout.currency),
    amount_cents: payout.amount,
    currency: payout.currency,
    ...connectionData(connection),
  };
  const actor = connectionActor(connection);
  if (status === 'paid' && !wasPaid) tx.emit(walletPayoutPaid, { ...data, arrival_at: payout.arrival_at }, actor);
  if (status === 'failed' && !hasFailed) tx.emit(walletPayoutFailed, { ...data, failure_code: payout.failure_code }, actor);
}
