import { type Handlers, Json } from '@space/bus';
import { wallet } from '@space/contracts/commerce';
import { readPage } from '@space/database';
import type { Ports } from '@space/runtime';
import { notListed, readResource, readUnversioned } from '../rows/resource.queries.ts';
import { readWallet } from './balances.ts';
import { listPayouts, payoutDetails } from './payouts-sql.ts';
import { entryIdOf, listTransactions, transactionRows } from './transactions-sql.ts';

const { list_transactions, list_payouts } = wallet.operations;

/** Creates the handlers of the wallet contract, which only read. */
export function walletHandlers({ database }: Pick<Ports, 'database'>): Handlers<typeof wallet> {
  return {
    get: ({ input: { currency }, caller }) => readWallet(database, caller.space_id, currency),
    list_transactions: async ({ input, caller }) => new Json(await readPage(database, listTransactions(caller.space_id, input))),
    async get_transaction({ input: { id }, caller }) {
      const entry_id = entryIdOf(id);
      const name = { noun: 'transaction', id, list: list_transactions };
      if (entry_id === null) throw notListed(name);
      return readUnversioned(database, caller.space_id, transactionRows, { ...name, stored_id: entry_id });
    },
    list_payouts: async ({ input, caller }) => new Json(await readPage(database, listPayouts(caller.space_id, input))),
    get_payout: ({ input: { id }, caller }) =>
      readResource(database, caller.space_id, payoutDetails, { noun: 'payout', id, list: list_payouts }),
  };
}
