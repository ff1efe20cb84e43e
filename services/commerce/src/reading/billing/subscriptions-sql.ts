import { listQuery, type PageInput, type PageQuery, sql } from '@space/database';
import { amountColumns, smallestUnit } from '../amount-sql.ts';
import { columnsOf, equalTo, timesOf } from '../columns-sql.ts';
import type { Resource } from '../resource.queries.ts';

/** The filters of subscriptions; all of them must hold. */
interface SubscriptionFilters {
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
    ${timesOf('s', ['created_at', 'updated_at', 'started_at', 'period_end', 'ends_at', 'ended_at'])}) as r)`,
};

/** Lists the subscriptions of a Space, newest first. */
export const listSubscriptions = (space: string, { status, contact_id, product_id, ...list }: PageInput & SubscriptionFilters): PageQuery =>
  listQuery(list, {
    ...subscriptionRows,
    where: sql.fragment`s.space_id = ${space} ${equalTo('s', { status, contact_id, product_id })}`,
  });
