import { type finance, ledgerAccounts } from '@space/contracts/commerce';
import type { OutputOf } from '@space/contracts/core';
import { type Database, isoTime } from '@space/database';
import { DAY_MS } from '@space/time';
import { amountFields } from '../rows/amount-fields.ts';
import { type AccountFilters, listClosedAccounts, sumMovements, sumMovementsBefore, type Transfer } from './movements.queries.ts';

type Output = OutputOf<(typeof finance)['operations']['list_accounts']>;

/** The totals of an account in one currency, in smallest units. */
interface Totals {
  readonly account: string;
  readonly currency: string;
  debit: number;
  credit: number;
}

/** Returns the trial balance of a Space: of all movements, or of the entries until the end of a day in UTC. */
export async function readTrialBalance(
  database: Database,
  space: string,
  { date, ...filters }: AccountFilters & { readonly date?: string | undefined },
): Promise<Output> {
  const lines = createLines();
  if (date === undefined) {
    const closed = await listClosedAccounts(database, space, filters);
    for (const { code, currency, debit, credit } of closed) lines.add(code, currency, { debit, credit });
    const ranges = new Map(
      closed.map(({ integration_id, currency, until }) => [`${integration_id} ${currency}`, { integration_id, currency, since: until }]),
    );
    lines.addAll(await sumMovements(database, space, [...ranges.values()]));
  } else {
    lines.addAll(await sumMovementsBefore(database, space, isoTime(Date.parse(date) + DAY_MS), filters));
  }
  return answerOf(lines.sorted());
}

function createLines() {
  const byKey = new Map<string, Totals>();
  function add(account: string, currency: string, { debit = 0, credit = 0 }: { readonly debit?: number; readonly credit?: number }) {
    const key = `${currency} ${account}`;
    const line = byKey.get(key) ?? { account, currency, debit: 0, credit: 0 };
    byKey.set(key, line);
    line.debit += debit;
    line.credit += credit;
  }
  return {
    add,
    addAll(transfers: readonly Transfer[]) {
      for (const { currency, debit, credit, amount } of transfers) {
        add(debit, currency, { debit: amount });
        add(credit, currency, { credit: amount });
      }
    },
    sorted: () => [...byKey.values()].sort((a, b) => a.currency.localeCompare(b.currency) || place(a.account) - place(b.account)),
  };
}

type Account = Output['data'][number]['account'];

const place = (account: string): number => ledgerAccounts.indexOf(account as Account);

/** Returns the answer of totals; the sums of debits and credits are compared in each currency. */
function answerOf(lines: readonly Totals[]): Output {
  const differences = new Map<string, number>();
  for (const { currency, debit, credit } of lines) differences.set(currency, (differences.get(currency) ?? 0) + debit - credit);
  return {
    data: lines.map(({ account, currency, debit, credit }) => ({
      account: account as Account,
      currency,
      ...amountFields(currency, { debit, credit, balance: debit - credit }),
    })),
    balanced: [...differences.values()].every((difference) => difference === 0),
  };
}
