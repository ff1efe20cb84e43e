import { type finance, MAX_SUMMARY_ROWS } from '@space/contracts/commerce';
import type { OutputOf } from '@space/contracts/core';
import type { Database } from '@space/database';
import { amountFields } from '../rows/amount-fields.ts';
import { summarise } from './summary.queries.ts';
import { type SummaryDays, summaryTime, tooManyRows } from './summary-periods.ts';

type Output = OutputOf<(typeof finance)['operations']['summary']>;

/** Returns the money of a Space by period, product or integration, and currency. Throws `invalid` for days in a wrong order, too many days or too many rows. */
export async function readSummary(
  database: Database,
  space: string,
  { mode, ...days }: SummaryDays & { readonly mode: string },
): Promise<Output> {
  const { by } = days;
  const rows = await summarise(database, space, { time: summaryTime(days), by, mode }, MAX_SUMMARY_ROWS + 1);
  if (rows.length > MAX_SUMMARY_ROWS) throw tooManyRows(by);
  return {
    data: rows.map(({ key, title, currency, orders, gross, refunded, disputed, fee }) => ({
      key,
      title,
      currency,
      orders,
      ...amountFields(currency, { gross, refunded, disputed, fee, net: gross - refunded - disputed - fee }),
    })),
  };
}
