import { containing, listQuery, orderOf, type PageInput, type PageQuery, sql } from '@space/database';
import { amountSql } from '../rows/amount-sql.ts';
import { columnsOf, equalTo, timesOf } from '../rows/columns-sql.ts';
import type { Resource } from '../rows/resource.queries.ts';

/** The order and the filters of products; all of them must hold. */
interface ProductFilters {
  readonly sort: string;
  readonly active?: boolean | undefined;
  readonly search?: string | undefined;
}

/** The prices of the product `p`, in the order of their ids. */
const pricesJson = sql.fragment`coalesce((
  select json_agg(json_build_object(
    'id', price.id, 'reference', price.reference, 'active', price.active, 'currency', price.currency,
    'unit_amount', ${amountSql(sql.fragment`price.unit_amount`, sql.fragment`price.currency`)}, 'unit_amount_cents', price.unit_amount,
    'interval', price.interval, 'interval_count', price.interval_count) order by price.id)
  from commerce.price
  where price.space_id = p.space_id and price.integration_id = p.integration_id and price.product_reference = p.reference), '[]'::json)`;

/** A product with its prices. */
export const productRows: Resource = {
  from: sql.fragment`commerce.product as p join commerce.connection as c on c.space_id = p.space_id and c.id = p.integration_id`,
  alias: 'p',
  columns: sql.fragment`p.*, c.provider, c.mode`,
  item: sql.fragment`(select row_to_json(r) from (select
    ${columnsOf('p', ['id', 'integration_id', 'provider', 'reference', 'mode', 'title', 'description', 'active'])},
    ${timesOf('p', ['created_at', 'updated_at'])}, ${pricesJson} as prices) as r)`,
};

/** Lists the products of a Space. */
export const listProducts = (space: string, { sort, active, search, ...list }: PageInput & ProductFilters): PageQuery =>
  listQuery(list, {
    ...productRows,
    where: sql.fragment`p.space_id = ${space} ${equalTo('p', { active })}
      ${search ? sql.fragment`and lower(p.title) like lower(${containing(search)})` : sql.fragment``}`,
    ...orderOf(sort, 'p', { title: { column: sql.fragment`lower(p.title)`, type: 'text' } }),
  });
