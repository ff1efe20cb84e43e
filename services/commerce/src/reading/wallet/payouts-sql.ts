import { inPeriod, listQuery, type PageInput, type PageQuery, sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { amountColumns, amountInUnits, smallestUnit } from '../rows/amount-sql.ts';
import { columnsOf, equalTo, timesOf } from '../rows/columns-sql.ts';
import type { Resource } from '../rows/resource.queries.ts';

/** The filters of payouts; all of them must hold. */
interface PayoutFilters {
  readonly status?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const fields = sql.fragment`
  ${columnsOf('p', ['id', 'integration_id', 'provider', 'reference', 'mode', 'status', 'currency', 'failure_code'])},
  ${timesOf('p', ['created_at', 'updated_at', 'arrival_at'])},
  ${amountColumns({ alias: 'p', unit: sql.fragment`money.unit` }, ['amount'])}`;

const jsonOf = (selected: FragmentSqlToken): FragmentSqlToken => sql.fragment`(select row_to_json(r) from (
  select ${selected} from (select ${smallestUnit(sql.fragment`p.currency`)} as unit offset 0) as money) as r)`;

/** The table of payouts and the JSON of one. */
const payoutRows: Resource = { from: sql.fragment`commerce.payout as p`, alias: 'p', item: jsonOf(fields) };

/** The transactions that make up the payout `p`, by category. The entry of the transfer to the bank is left out. */
const byCategory = sql.fragment`(
  select e.category, count(*) as count, sum(e.net) as net
  from commerce.payout_transaction as part
  join commerce.entry as e on e.space_id = part.space_id and e.integration_id = part.integration_id and e.source_id = part.source_id
  where part.space_id = p.space_id and part.integration_id = p.integration_id and part.payout_reference = p.reference
    and e.currency = p.currency and e.category <> 'payout'
  group by e.category) as sums`;

const unit = sql.fragment`money.unit`;
const proved = sql.fragment`proved.total`;

/** A payout with the sums of its transactions by category, and the proof that they add up to it. */
export const payoutDetails: Resource = {
  ...payoutRows,
  item: jsonOf(sql.fragment`${fields},
    coalesce((
      select json_agg(json_build_object(
        'category', sums.category, 'count', sums.count, 'net_amount', ${amountInUnits(sql.fragment`sums.net`, unit)},
        'net_amount_cents', sums.net) order by sums.category)
      from ${byCategory}), '[]'::json) as categories,
    (select json_build_object(
      'sum_of_transactions_amount', ${amountInUnits(proved, unit)}, 'sum_of_transactions_amount_cents', ${proved}, 'equal', ${proved} = p.amount)
      from (select coalesce(sum(sums.net), 0) as total from ${byCategory}) as proved) as proof`),
};

/** The time by which payouts are listed: the arrival, or the creation if the provider does not say when it arrives. */
const listedAt = sql.fragment`coalesce(p.arrival_at, p.created_at)`;

/** Lists the payouts of a Space, latest arrival first. */
export const listPayouts = (space: string, { status, from, to, ...list }: PageInput & PayoutFilters): PageQuery =>
  listQuery(list, {
    ...payoutRows,
    where: sql.fragment`p.space_id = ${space} ${equalTo('p', { status })} ${inPeriod(listedAt, { since: from, until: to })}`,
    sortBy: [
      { column: listedAt, type: 'timestamp' },
      { column: sql.fragment`p.id`, type: 'text' },
    ],
  });
