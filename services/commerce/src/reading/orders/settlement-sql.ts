import { sql } from '@space/database';
import { amountColumns, smallestUnit } from '../rows/amount-sql.ts';

/** The categories of ledger entries that are the payment of an order. */
const paymentCategories = sql.fragment`('charge', 'payment')`;

const amounts = amountColumns({ alias: 'paid', unit: sql.fragment`paid.unit` }, ['gross', 'fee', 'net']);

/** The JSON of what the provider credited for the order `o`; null until the payment is in the ledger. */
export const settlementJson = sql.fragment`(select row_to_json(credited) from (
  select paid.currency, ${amounts}, paid.exchange_rate
  from (
    select entry.currency, ${smallestUnit(sql.fragment`entry.currency`)} as unit, sum(entry.gross) as gross, sum(entry.fee) as fee,
      sum(entry.net) as net, max(entry.exchange_rate) as exchange_rate
    from commerce.order_alias as named
    join commerce.entry on entry.space_id = named.space_id and entry.integration_id = named.integration_id and entry.order_reference = named.alias
    where named.space_id = o.space_id and named.order_id = o.id and entry.category in ${paymentCategories}
    group by entry.currency order by min(entry.occurred_at) limit 1
  ) as paid) as credited)`;
