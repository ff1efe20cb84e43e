import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { SummaryKey, SummaryTime } from './summary-periods.ts';

const SummaryRow = z.object({
  key: z.string().nullable(),
  title: z.string().nullable(),
  currency: z.string(),
  orders: z.number(),
  gross: z.number(),
  refunded: z.number(),
  disputed: z.number(),
  fee: z.number(),
});

/** The time, the keys and the mode of a summary. */
export interface SummaryScope {
  readonly time: SummaryTime;
  readonly by: SummaryKey;
  readonly mode: string;
}

/** Builds the condition that a time lies in the summary. */
const inTime = (at: FragmentSqlToken, { since, until }: SummaryTime): FragmentSqlToken =>
  sql.fragment`${at} >= ${since}::timestamptz and ${at} < ${until}::timestamptz`;

/** Builds the amount of a fact, or 0 for facts of other kinds. */
const amountIf = (kind: string): FragmentSqlToken => sql.fragment`case when f.kind = ${sql.literalValue(kind)} then f.amount else 0 end`;

/** Builds the payments, refunds and disputes of a Space. Rejected facts do not count. */
const counted = (space: string, time: SummaryTime): FragmentSqlToken => sql.fragment`
  select f.at, f.integration_id, f.order_id, f.currency, case when f.kind = 'payment' then f.order_id end as paid_order_id,
    ${amountIf('payment')} as gross, ${amountIf('refund')} as refunded, ${amountIf('dispute')} as disputed
  from commerce.fact as f
  where f.space_id = ${space} and f.kind in ('payment', 'refund', 'dispute') and ${inTime(sql.fragment`f.at`, time)}
    and f.rejected is null and f.currency is not null`;

/** Builds the refunds that failed and the disputes that were won: their amounts count the other way, at their own times. */
const reverted = (space: string, time: SummaryTime): FragmentSqlToken => sql.fragment`
  select e.at, f.integration_id, f.order_id, f.currency, null, 0, - ${amountIf('refund')}, - ${amountIf('dispute')}
  from commerce.fact as e
  join commerce.fact as f on f.space_id = e.space_id and f.integration_id = e.integration_id and f.source_id = e.source_id
    and f.kind = case e.kind when 'refund_failed' then 'refund' else 'dispute' end and f.rejected is null and f.currency is not null
  where e.space_id = ${space} and e.kind in ('refund_failed', 'dispute_end') and ${inTime(sql.fragment`e.at`, time)} and e.rejected is null
    and (e.kind = 'refund_failed' or e.data ->> 'outcome' = 'won')`;

/** Builds the condition that money is of a connection of the mode. */
const isOfMode = (alias: string, space: string, mode: string): FragmentSqlToken => sql.fragment`
  ${sql.identifier([alias, 'integration_id'])} = any(array(select id from commerce.connection as c where c.space_id = ${space} and c.mode = ${mode}))`;

/** Builds the key of a row with a time and a connection; `sale` is its order. */
function keySql({ by, time }: SummaryScope, alias: string, at: FragmentSqlToken): FragmentSqlToken {
  if (by === 'integration') return sql.fragment`${sql.identifier([alias, 'integration_id'])}`;
  if (by === 'product') return sql.fragment`sale.product_id`;
  const [keys, starts] = [sql.array([...time.first_days], 'text'), sql.array([...time.starts], 'timestamptz')];
  return sql.fragment`(${keys})[width_bucket(${at}, ${starts})]`;
}

/** Builds the join with the order `sale`, which only the key of a product needs. */
const joinSale = ({ by }: SummaryScope, joins: FragmentSqlToken): FragmentSqlToken => (by === 'product' ? joins : sql.fragment``);

/** Builds the sums of payments, refunds and disputes by key and currency. */
const factSums = (space: string, scope: SummaryScope): FragmentSqlToken => sql.fragment`
  select ${keySql(scope, 'f', sql.fragment`f.at`)} as key, f.currency, count(distinct f.paid_order_id) as orders, sum(f.gross) as gross,
    sum(f.refunded) as refunded, sum(f.disputed) as disputed, 0 as fee
  from (${counted(space, scope.time)} union all ${reverted(space, scope.time)}) as f
  ${joinSale(scope, sql.fragment`left join commerce.sales_order as sale on sale.space_id = ${space} and sale.id = f.order_id`)}
  where ${isOfMode('f', space, scope.mode)}
  group by 1, 2`;

/** Builds the sums of fees by key and currency. */
const feeSums = (space: string, scope: SummaryScope): FragmentSqlToken => sql.fragment`
  select ${keySql(scope, 'e', sql.fragment`e.occurred_at`)}, e.currency, 0, 0, 0, 0, sum(e.fee)
  from commerce.entry as e
  ${joinSale(
    scope,
    sql.fragment`left join commerce.order_alias as named on named.space_id = ${space} and named.integration_id = e.integration_id
        and named.alias = e.order_reference
      left join commerce.sales_order as sale on sale.space_id = ${space} and sale.id = named.order_id`,
  )}
  where e.space_id = ${space} and ${inTime(sql.fragment`e.occurred_at`, scope.time)} and e.fee <> 0 and ${isOfMode('e', space, scope.mode)}
  group by 1, 2`;

/** Builds the title of a key. */
function titleSql({ by }: SummaryScope, space: string): FragmentSqlToken {
  if (by === 'integration')
    return sql.fragment`(select name from commerce.connection as c where c.space_id = ${space} and c.id = sums.key)`;
  if (by === 'product') return sql.fragment`(select title from commerce.product as p where p.space_id = ${space} and p.id = sums.key)`;
  return sql.fragment`null::text`;
}

/** Returns the rows of a summary by key and currency, at most `limit`, in the smallest units of the currencies. */
export const summarise = (database: CommonQueryMethods, space: string, scope: SummaryScope, limit: number) =>
  database.any(sql.type(SummaryRow)`
    select key, ${titleSql(scope, space)} as title, currency, sum(orders) as orders, sum(gross) as gross, sum(refunded) as refunded,
      sum(disputed) as disputed, sum(fee) as fee
    from (${factSums(space, scope)} union all ${feeSums(space, scope)}) as sums
    group by key, currency order by key nulls last, currency limit ${limit}`);
