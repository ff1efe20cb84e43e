import { containing, inPeriod, listQuery, type PageInput, type PageQuery, sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { amountColumns, amountInUnits, smallestUnit } from '../rows/amount-sql.ts';
import { columnsOf, equalTo, timesOf } from '../rows/columns-sql.ts';
import { settlementJson } from './settlement-sql.ts';

/** The filters of orders; all of them must hold. */
export interface OrderFilters {
  readonly status?: string | undefined;
  readonly contact_id?: string | undefined;
  readonly product_id?: string | undefined;
  readonly integration_id?: string | undefined;
  readonly currency?: string | undefined;
  readonly mode?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly search?: string | undefined;
}

const unit = sql.fragment`money.unit`;

const itemAmounts = sql.fragment`${amountInUnits(sql.fragment`item.unit_amount`, unit)} as unit_amount, item.unit_amount as unit_amount_cents,
  ${amountColumns({ alias: 'item', unit }, ['amount', 'tax'])}`;

/** The items of the order `o` in their order. An order without a currency has no amounts, so it shows no items. */
const itemsJson = sql.fragment`case when o.currency is null then '[]'::json else coalesce((
  select json_agg(shown) from (
    select item.product_id, item.title, item.quantity, ${itemAmounts}
    from rows from (jsonb_to_recordset(o.items) as (
      product_id text, title text, quantity numeric, unit_amount bigint, amount bigint, tax bigint)) with ordinality as item (
      product_id, title, quantity, unit_amount, amount, tax, place)
    order by item.place) as shown), '[]'::json) end`;

const amounts = amountColumns({ alias: 'o', unit }, ['amount', 'subtotal', 'tax', 'discount', 'shipping', 'refunded']);

/** The fields of the order `o` without its items. */
const fields = sql.fragment`
  ${columnsOf('o', ['id', 'number', 'status', 'dispute_status', 'integration_id', 'provider', 'reference', 'mode', 'contact_id', 'email'])},
  ${timesOf('o', ['created_at', 'updated_at', 'paid_at'])}, ${amounts}, o.currency, ${settlementJson} as settlement, o.product_id, o.product_title,
  o.item_count as product_count`;

/** Builds the JSON of the order `o` from its fields. The value of a smallest unit is computed once. */
const jsonOf = (selected: FragmentSqlToken): FragmentSqlToken => sql.fragment`(select row_to_json(r) from (
  select ${selected} from (select coalesce(${smallestUnit(sql.fragment`o.currency`)}, 0) as unit offset 0) as money) as r)`;

/** The JSON of the order `o`. */
const orderItem = jsonOf(sql.fragment`${fields}, ${itemsJson} as items`);

/** The JSON of the order `o` without its items. */
export const orderHead = jsonOf(fields);

/** Builds the JSON of the order `o` with more fields. */
export const orderWith = (more: FragmentSqlToken): FragmentSqlToken => jsonOf(sql.fragment`${fields}, ${itemsJson} as items, ${more}`);

/** The table of orders. */
export const fromOrders = { from: sql.fragment`commerce.sales_order as o`, alias: 'o' } as const;

/** Lists the orders of a Space that match filters, newest payment first. */
export function listOrders(
  space: string,
  { status, contact_id, product_id, integration_id, currency, mode, from, to, search, ...list }: PageInput & OrderFilters,
  item: FragmentSqlToken = orderItem,
): PageQuery {
  const filters = [status, contact_id, product_id, integration_id, currency, mode, from, to, search || undefined];
  return listQuery(list, {
    ...fromOrders,
    where: sql.fragment`o.space_id = ${space} ${equalTo('o', { status, contact_id, integration_id, currency, mode })}
      ${product_id === undefined ? sql.fragment`` : sql.fragment`and o.product_ids @> array[${product_id}]`}
      ${inPeriod(sql.fragment`o.sorted_at`, { since: from, until: to })} ${search ? sql.fragment`and ${matches(search)}` : sql.fragment``}`,
    item,
    sortBy: [
      { column: sql.fragment`o.sorted_at`, type: 'timestamp' },
      { column: sql.fragment`o.id`, type: 'text' },
    ],
    prepare: filters.every((filter) => filter === undefined) ? 'orders-list' : undefined,
  });
}

/** Builds the condition that the email contains a text or the number begins with it, in any case. */
const matches = (text: string): FragmentSqlToken => sql.fragment`(
  lower(o.email) like lower(${containing(text)}) or lower(o.number) like lower(${containing(text).slice(1)}))`;
