import { isoTime, sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';

const ClosingRow = z.object({
  integration_id: z.string(),
  code: z.string(),
  currency: z.string(),
  until: z.number().nullable(),
  debit: z.number(),
  credit: z.number(),
});

/** The filters of accounts; both must hold. */
export interface AccountFilters {
  readonly integration_id?: string | undefined;
  readonly mode?: string | undefined;
}

const isOfConnection = (alias: string, { integration_id, mode }: AccountFilters): FragmentSqlToken => sql.fragment`
  ${sql.identifier([alias, 'integration_id'])} in (
    select id from commerce.connection as c where c.space_id = ${sql.identifier([alias, 'space_id'])}
      ${integration_id === undefined ? sql.fragment`` : sql.fragment`and c.id = ${integration_id}`}
      ${mode === undefined ? sql.fragment`` : sql.fragment`and c.mode = ${mode}`})`;

/** Returns the accounts of a Space with their totals at their closings; `until` is in milliseconds, null before the first closing. */
export const listClosedAccounts = (database: CommonQueryMethods, space: string, filters: AccountFilters) =>
  database.any(sql.type(ClosingRow)`
    select a.integration_id, a.code, a.currency, k.until, coalesce(k.debit, 0) as debit, coalesce(k.credit, 0) as credit
    from commerce.account as a
    left join commerce.closing as k on k.space_id = a.space_id and k.integration_id = a.integration_id and k.code = a.code
      and k.currency = a.currency
    where a.space_id = ${space} and ${isOfConnection('a', filters)}`);

const TransferRow = z.object({
  integration_id: z.string(),
  currency: z.string(),
  debit: z.string(),
  credit: z.string(),
  amount: z.number(),
});

/** The sum of the movements from one account to another. */
export type Transfer = z.infer<typeof TransferRow>;

/** The movements to sum up: those of a connection in a currency that were entered since a time in milliseconds, or all. */
export interface MovementRange {
  readonly integration_id: string;
  readonly currency: string;
  readonly since: number | null;
}

/**
 * Returns the sums of the movements of a Space in ranges, with one account or with all. Each range is a select of its own: with
 * the times as values the planner reads an index, and with times out of a table it would read all movements.
 */
export async function sumMovements(
  database: CommonQueryMethods,
  space: string,
  ranges: readonly MovementRange[],
  account?: string,
): Promise<readonly Transfer[]> {
  if (ranges.length === 0) return [];
  const selects = ranges.map(
    ({ integration_id, currency, since }) => sql.fragment`(
      select integration_id, currency, debit, credit, sum(amount) as amount from commerce.movement
      where space_id = ${space} and integration_id = ${integration_id} and currency = ${currency}
        ${since === null ? sql.fragment`` : sql.fragment`and entered_at >= ${isoTime(since)}::timestamptz`}
        ${account === undefined ? sql.fragment`` : sql.fragment`and (debit = ${account} or credit = ${account})`}
      group by integration_id, currency, debit, credit)`,
  );
  return database.any(sql.type(TransferRow)`${sql.join(selects, sql.fragment` union all `)}`);
}

/** Returns the sums of the movements of entries that occurred before a time, ISO 8601. */
export const sumMovementsBefore = (database: CommonQueryMethods, space: string, before: string, filters: AccountFilters) =>
  database.any(sql.type(TransferRow)`
    select m.integration_id, m.currency, m.debit, m.credit, sum(m.amount) as amount
    from commerce.entry as e join commerce.movement as m on m.space_id = e.space_id and m.entry_id = e.id
    where e.space_id = ${space} and e.occurred_at < ${before}::timestamptz and ${isOfConnection('e', filters)}
    group by m.integration_id, m.currency, m.debit, m.credit`);
