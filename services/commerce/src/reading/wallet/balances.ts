import type { wallet } from '@space/contracts/commerce';
import type { OutputOf } from '@space/contracts/core';
import type { Database } from '@space/database';
import { sumMovements } from '../finance/movements.queries.ts';
import { amountFields } from '../rows/amount-fields.ts';
import { listBalances } from './balances.queries.ts';

type Output = OutputOf<(typeof wallet)['operations']['get']>;

/**
 * Returns the balances of the connections of a Space in each currency: as the provider last said, as the ledger has them, and the
 * difference. It is 0 for a provider that does not say its balance.
 */
export async function readWallet(database: Database, space: string, currency: string | undefined): Promise<Output> {
  const balances = await listBalances(database, space, currency);
  const ranges = balances.map(({ until, ...balance }) => ({ ...balance, since: until }));
  const moved = new Map<string, number>();
  for (const { integration_id, currency, debit, amount } of await sumMovements(database, space, ranges, 'balance')) {
    const key = keyOf({ integration_id, currency });
    moved.set(key, (moved.get(key) ?? 0) + (debit === 'balance' ? amount : -amount));
  }
  return {
    data: balances.map(({ closed, until: _until, available, pending, reserved, ...balance }) => {
      const ledger = closed + (moved.get(keyOf(balance)) ?? 0);
      // The reserved part belongs to the account too, as in the opening balance and in reconciliations.
      const difference = balance.stated_at === null ? 0 : available + pending + reserved - ledger;
      return { ...balance, ...amountFields(balance.currency, { available, pending, reserved, ledger, difference }) };
    }),
  };
}

const keyOf = ({ integration_id, currency }: { readonly integration_id: string; readonly currency: string }): string =>
  `${integration_id} ${currency}`;
