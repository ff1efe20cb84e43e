import { inPeriod, listQuery, type PageInput, type PageQuery, type SortColumn, sql, wireTime } from '@space/database';
import { amountInUnits, smallestUnit } from '../rows/amount-sql.ts';
import { columnsOf, equalTo, isOfOrder, orderIdOf, timesOf } from '../rows/columns-sql.ts';
import type { Resource } from '../rows/resource.queries.ts';

/** The filters of ledger entries; all of them must hold. */
interface EntryFilters {
  readonly account?: string | undefined;
  readonly order_id?: string | undefined;
  readonly integration_id?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The movements of the entry `e`. They have its currency. */
const movementsJson = sql.fragment`coalesce((
  select json_agg(json_build_object(
    'debit', m.debit, 'credit', m.credit, 'amount', ${amountInUnits(sql.fragment`m.amount`, sql.fragment`money.unit`)},
    'amount_cents', m.amount, 'currency', m.currency) order by m.n)
  from commerce.movement as m where m.space_id = e.space_id and m.entry_id = e.id), '[]'::json)`;

/** A ledger entry with its movements. */
export const entryRows: Resource = {
  from: sql.fragment`commerce.entry as e`,
  alias: 'e',
  item: sql.fragment`(select row_to_json(r) from (select
    ${columnsOf('e', ['id', 'integration_id', 'source_id', 'category'])}, ${wireTime(sql.fragment`e.entered_at`)} as created_at,
    ${timesOf('e', ['occurred_at'])}, ${orderIdOf('e', 'order_reference')} as order_id, ${movementsJson} as movements
    from (select ${smallestUnit(sql.fragment`e.currency`)} as unit offset 0) as money) as r)`,
};

/** The order of entries by the time at the provider. */
export const byOccurrence: readonly SortColumn[] = [
  { column: sql.fragment`e.occurred_at`, type: 'timestamp' },
  { column: sql.fragment`e.id`, type: 'text' },
];

/** Lists the ledger entries of a Space, newest first. */
export const listEntries = (space: string, { account, order_id, integration_id, from, to, ...list }: PageInput & EntryFilters): PageQuery =>
  listQuery(list, {
    ...entryRows,
    where: sql.fragment`e.space_id = ${space} ${equalTo('e', { integration_id })} ${isOfOrder(space, 'e', order_id)}
      ${inPeriod(sql.fragment`e.occurred_at`, { since: from, until: to })}
      ${
        account === undefined
          ? sql.fragment``
          : sql.fragment`and exists (
              select from commerce.movement as m
              where m.space_id = e.space_id and m.entry_id = e.id and (m.debit = ${account} or m.credit = ${account}))`
      }`,
    sortBy: byOccurrence,
    prepare: [account, order_id, integration_id, from, to].every((filter) => filter === undefined) ? 'entries-list' : undefined,
  });
