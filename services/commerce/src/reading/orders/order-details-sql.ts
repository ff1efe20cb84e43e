import { sql, wireTime } from '@space/database';
import type { Resource } from '../rows/resource.queries.ts';
import { fromOrders, orderWith } from './orders-sql.ts';
import { disputesOfOrder, refundsOfOrder } from './reversals-sql.ts';

const factJson = sql.fragment`json_build_object(
  'kind', fact.kind, 'source_id', fact.source_id, 'amount_cents', fact.amount, 'happened_at', ${wireTime(sql.fragment`fact.at`)},
  'received_at', ${wireTime(sql.fragment`fact.received_at`)})`;

/** The facts that the order `o` follows from, earliest first. Rejected facts are left out. */
const factsOfOrder = sql.fragment`coalesce((
  select json_agg(${factJson} order by fact.at, fact.kind, fact.source_id) from commerce.fact
  where fact.space_id = o.space_id and fact.order_id = o.id and fact.rejected is null), '[]'::json)`;

const entryIdsOfOrder = sql.fragment`array(
  select entry.id from commerce.order_alias as named
  join commerce.entry on entry.space_id = named.space_id and entry.integration_id = named.integration_id and entry.order_reference = named.alias
  where named.space_id = o.space_id and named.order_id = o.id order by entry.occurred_at, entry.id)`;

/** An order with its refunds, disputes, facts and the ids of its ledger entries. */
export const orderDetails: Resource = {
  ...fromOrders,
  item: orderWith(sql.fragment`${refundsOfOrder} as refunds, ${disputesOfOrder} as disputes, ${factsOfOrder} as facts,
    ${entryIdsOfOrder} as ledger_entry_ids`),
};
