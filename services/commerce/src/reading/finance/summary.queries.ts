import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { orderIdOf } from '../columns-sql.ts';
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

/** A row of a summary, in the smallest unit of its currency. */
export type SummaryRow = z.infer<typeof SummaryRow>;

/** Which money a summary is about. */
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
    ${amountIf('payment')} as gross, ${amountIf('refund')} as refunded, ${amountIf('dispute')} as disputed, 0 as fee
  from commerce.fact as f
  where f.space_id = ${space} and f.kind in ('payment', 'refund', 'dispute') and ${inTime(sql.fragment`f.at`, time)}
    and f.rejected is null and f.currency is not null`;

/** Builds the refunds that failed and the disputes that were won: their amounts count the other way, at their own times. */
const reverted = (space: string, time: SummaryTime): FragmentSqlToken => sql.fragment`
  select e.at, f.integration_id, f.order_id, f.currency, null, 0, - ${amountIf('refund')}, - ${amountIf('dispute')}, 0
  from commerce.fact as e
  join commerce.fact as f on f.space_id = e.space_id and f.integration_id = e.integration_id and f.source_id = e.source_id
    and f.kind = case e.kind when 'refund_failed' then 'refund' else 'dispute' end and f.rejected is null and f.currency is not null
  where e.space_id = ${space} and e.kind in ('refund_failed', 'dispute_end') and ${inTime(sql.fragment`e.at`, time)} and e.rejected is null
    and (e.kind = 'refund_failed' or e.data ->> 'outcome' = 'won')`;

/** Builds the fees of a Space. */
const fees = (space: string, time: SummaryTime, order_id: FragmentSqlToken): FragmentSqlToken => sql.fragment`
  select e.occurred_at, e.integration_id, ${order_id}, e.currency, null, 0, 0, 0, e.fee
  from commerce.entry as e
  where e.space_id = ${space} and ${inTime(sql.fragment`e.occurred_at`, time)} and e.fee <> 0`;

/** Builds the key of a row of `money`. */
function keySql({ by, time }: SummaryScope): FragmentSqlToken {
  if (by === 'integration') return sql.fragment`money.integration_id`;
  if (by === 'product') return sql.fragment`sale.product_id`;
  const [keys, starts] = [sql.array([...time.first_days], 'text'), sql.array([...time.starts], 'timestamptz')];
  return sql.fragment`(${keys})[width_bucket(money.at, ${starts})]`;
}

/** Builds the title of a key. */
function titleSql({ by }: SummaryScope, space: string): FragmentSqlToken {
  if (by === 'integration')
    return sql.fragment`(select name from commerce.connection as c where c.space_id = ${space} and c.id = sums.key)`;
  if (by === 'product') return sql.fragment`(select title from commerce.product as p where p.space_id = ${space} and p.id = sums.key)`;
  return sql.fragment`null::text`;
}

/** Returns the rows of a summary by key and currency, at most `limit`. */
export function summarise(database: CommonQueryMethods, space: string, scope: SummaryScope, limit: number) {
  const { time, by, mode } = scope;
  const isByProduct = by === 'product';
  return database.any(sql.type(SummaryRow)`
    select key, ${titleSql(scope, space)} as title, currency, orders, gross, refunded, disputed, fee
    from (
      select ${keySql(scope)} as key, money.currency, count(distinct money.paid_order_id) as orders, sum(money.gross) as gross,
        sum(money.refunded) as refunded, sum(money.disputed) as disputed, sum(money.fee) as fee
      from (
        ${counted(space, time)} union all ${reverted(space, time)}
        union all ${fees(space, time, isByProduct ? orderIdOf('e', 'order_reference') : sql.fragment`null`)}
      ) as money
      ${isByProduct ? sql.fragment`left join commerce.sales_order as sale on sale.space_id = ${space} and sale.id = money.order_id` : sql.fragment``}
      where money.integration_id in (select id from commerce.connection as c where c.space_id = ${space} and c.mode = ${mode})
      group by 1, 2 order by 1 nulls last, 2 limit ${limit}
    ) as sums
    order by key nulls last, currency`);
}
