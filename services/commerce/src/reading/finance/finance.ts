import { type Handlers, Json } from '@space/bus';
import { finance } from '@space/contracts/commerce';
import { readPage } from '@space/database';
import type { Ports } from '@space/runtime';
import { readUnversioned } from '../rows/resource.queries.ts';
import { entryRows, listEntries } from './entries-sql.ts';
import { listReconciliations } from './reconciliations-sql.ts';
import { readSummary } from './summary.ts';
import { readTrialBalance } from './trial-balance.ts';

/** Creates the handlers of the finance contract, which only read. */
export function financeHandlers({ database }: Pick<Ports, 'database'>): Handlers<typeof finance> {
  return {
    summary: ({ input, caller }) => readSummary(database, caller.space_id, input),
    list_accounts: ({ input, caller }) => readTrialBalance(database, caller.space_id, input),
    list_entries: async ({ input, caller }) => new Json(await readPage(database, listEntries(caller.space_id, input))),
    get_entry: ({ input: { id }, caller }) =>
      readUnversioned(database, caller.space_id, entryRows, { noun: 'ledger entry', id, list: finance.operations.list_entries }),
    list_reconciliations: async ({ input, caller }) => new Json(await readPage(database, listReconciliations(caller.space_id, input))),
  };
}
