import { inPeriod, listQuery, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { amountSql } from '../rows/amount-sql.ts';
import { equalTo, presentOrderId } from '../rows/columns-sql.ts';
import type { Resource } from '../rows/resource.queries.ts';

/** The filters of refunds and of disputes; all of them must hold. */
export interface ReversalFilters {
  readonly order_id?: string | undefined;
  readonly status?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The fields that refunds and disputes have: the fact `f` with columns of its order and of the fact `ending` that closed it. */
const sharedFields = sql.fragment`
  f.id, ${wireTime(sql.fragment`f.received_at`)} as created_at, ${wireTime(sql.fragment`greatest(f.received_at, f.ended_received_at)`)} as updated_at,
  f.order_id, f.integration_id, f.provider, f.source_id as reference, f.mode, f.status,
  ${amountSql(sql.fragment`f.amount`, sql.fragment`f.currency`)} as amount, f.amount as amount_cents, f.currency, f.data ->> 'reason' as reason`;

/** Builds the rows of refunds or disputes: facts of a kind, with the fact of another kind that ended them. Rejected ones do not count. */
const factsWithEnd = (kind: string, ended: string, status: FragmentSqlToken, fields: FragmentSqlToken): Resource => ({
  from: sql.fragment`(
    select fact.*, sale.provider, sale.mode, ending.at as ended_at, ending.received_at as ended_received_at, ${status} as status
    from commerce.fact
    join commerce.sales_order as sale on sale.space_id = fact.space_id and sale.id = fact.order_id
    left join commerce.fact as ending on ending.space_id = fact.space_id and ending.integration_id = fact.integration_id
      and ending.kind = ${sql.literalValue(ended)} and ending.source_id = fact.source_id and ending.rejected is null
    where fact.kind = ${sql.literalValue(kind)} and fact.rejected is null and fact.id is not null) as f`,
  alias: 'f',
  item: sql.fragment`(select row_to_json(r) from (select ${sharedFields}, ${fields}) as r)`,
});

/** The refunds of orders, as the fact `f`. */
const refundRows = factsWithEnd(
  'refund',
  'refund_failed',
  sql.fragment`case when ending.at is null then 'succeeded' else 'failed' end`,
  sql.fragment`${wireTime(sql.fragment`f.at`)} as refunded_at`,
);

/** The disputes of orders, as the fact `f`. */
const disputeRows = factsWithEnd(
  'dispute',
  'dispute_end',
  sql.fragment`coalesce(ending.data ->> 'outcome', 'open')`,
  sql.fragment`${wireTime(sql.fragment`(f.data ->> 'due_at')::timestamptz`)} as due_at, ${wireTime(sql.fragment`f.at`)} as disputed_at,
    ${wireTime(sql.fragment`f.ended_at`)} as closed_at`,
);

/** Builds the JSON array of such rows of the order `o`, earliest first. */
const ofOrder = ({ from, item }: Resource): FragmentSqlToken => sql.fragment`coalesce((
  select json_agg(${item} order by f.at, f.id) from ${from} where f.space_id = o.space_id and f.order_id = o.id), '[]'::json)`;

/** The JSON array of the refunds of the order `o`. */
export const refundsOfOrder = ofOrder(refundRows);

/** The JSON array of the disputes of the order `o`. */
export const disputesOfOrder = ofOrder(disputeRows);

/** Lists the refunds of a Space, newest first. */
export const listRefunds = (space: string, input: PageInput & ReversalFilters): PageQuery => listRows(space, refundRows, input);

/** Lists the disputes of a Space, newest first. */
export const listDisputes = (space: string, input: PageInput & ReversalFilters): PageQuery => listRows(space, disputeRows, input);

function listRows(space: string, rows: Resource, { order_id, status, from, to, ...list }: PageInput & ReversalFilters): PageQuery {
  return listQuery(list, {
    ...rows,
    where: sql.fragment`f.space_id = ${space} ${equalTo('f', {
      order_id: order_id === undefined ? undefined : presentOrderId(space, order_id),
      status,
    })} ${inPeriod(sql.fragment`f.at`, { since: from, until: to })}`,
    sortBy: [
      { column: sql.fragment`f.at`, type: 'timestamp' },
      { column: sql.fragment`f.id`, type: 'text' },
    ],
  });
}
