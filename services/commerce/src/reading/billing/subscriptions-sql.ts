import { listQuery, orderOf, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import { amountColumns, smallestUnit } from '../rows/amount-sql.ts';
import { columnsOf, equalTo, timesOf } from '../rows/columns-sql.ts';
import type { Resource } from '../rows/resource.queries.ts';

/** The order and the filters of subscriptions; all of them must hold. */
interface SubscriptionFilters {
  readonly sort: string;
  readonly status?: string | undefined;
  readonly contact_id?: string | undefined;
  readonly product_id?: string | undefined;
}

const amounts = amountColumns({ alias: 's', unit: smallestUnit(sql.fragment`s.currency`) }, ['amount']);

/** A subscription. */
export const subscriptionRows: Resource = {
  from: sql.fragment`commerce.subscription as s`,
  alias: 's',
  item: sql.fragment`(select row_to_json(r) from (select
    ${columnsOf('s', ['id', 'integration_id', 'provider', 'reference', 'mode', 'status', 'contact_id', 'email', 'product_id', 'product_title'])},
    ${columnsOf('s', ['quantity', 'currency', 'interval', 'interval_count'])}, ${amounts},
    ${timesOf('s', ['created_at', 'updated_at', 'started_at', 'ended_at'])},
    ${wireTime(sql.fragment`s.period_end`)} as period_ends_at, ${wireTime(sql.fragment`s.ends_at`)} as cancel_at) as r)`,
};

/** Lists the subscriptions of a Space. */
export const listSubscriptions = (
  space: string,
  { sort, status, contact_id, product_id, ...list }: PageInput & SubscriptionFilters,
): PageQuery =>
  listQuery(list, {
    ...subscriptionRows,
    where: sql.fragment`s.space_id = ${space} ${equalTo('s', { status, contact_id, product_id })}`,
    ...orderOf(sort, 's', {}),
  });
