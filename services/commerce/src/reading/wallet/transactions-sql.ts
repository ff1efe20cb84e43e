import { inPeriod, listQuery, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import { byOccurrence } from '../finance/entries-sql.ts';
import { amountColumns, smallestUnit } from '../rows/amount-sql.ts';
import { columnsOf, equalTo, isOfOrder, orderIdOf, timesOf } from '../rows/columns-sql.ts';
import type { Resource } from '../rows/resource.queries.ts';

/** The filters of transactions; all of them must hold. */
interface TransactionFilters {
  readonly category?: string | undefined;
  readonly currency?: string | undefined;
  readonly payout_id?: string | undefined;
  readonly order_id?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The prefixes of the ids of ledger entries and of transactions, which are the same facts. */
const [ENTRY, TRANSACTION] = ['jrn_', 'wtx_'];

/** Returns the id of the ledger entry of a transaction; null for an id of another kind. */
export const entryIdOf = (id: string): string | null => (id.startsWith(TRANSACTION) ? ENTRY + id.slice(TRANSACTION.length) : null);

const amounts = amountColumns({ alias: 'e', unit: sql.fragment`money.unit` }, ['gross', 'fee', 'net']);

/** A transaction of the wallet: a ledger entry in the words of the wallet. */
export const transactionRows: Resource = {
  from: sql.fragment`commerce.entry as e`,
  alias: 'e',
  item: sql.fragment`(select row_to_json(r) from (select
    ${sql.literalValue(TRANSACTION)} || substr(e.id, 5) as id, e.id as ledger_entry_id, e.source_id as reference,
    ${columnsOf('e', ['integration_id', 'category', 'currency', 'exchange_rate'])}, ${wireTime(sql.fragment`e.entered_at`)} as created_at,
    ${timesOf('e', ['occurred_at', 'available_at'])}, ${amounts}, ${orderIdOf('e', 'order_reference')} as order_id,
    (select p.id from commerce.payout_transaction as part
      join commerce.payout as p on p.space_id = part.space_id and p.integration_id = part.integration_id and p.reference = part.payout_reference
      where part.space_id = e.space_id and part.integration_id = e.integration_id and part.source_id = e.source_id) as payout_id
    from (select ${smallestUnit(sql.fragment`e.currency`)} as unit offset 0) as money) as r)`,
};

/** Lists the transactions of a Space, newest first. */
export const listTransactions = (
  space: string,
  { category, currency, payout_id, order_id, from, to, ...list }: PageInput & TransactionFilters,
): PageQuery =>
  listQuery(list, {
    ...transactionRows,
    where: sql.fragment`e.space_id = ${space} ${equalTo('e', { category, currency })} ${isOfOrder(space, 'e', order_id)}
      ${inPeriod(sql.fragment`e.occurred_at`, { since: from, until: to })}
      ${
        payout_id === undefined
          ? sql.fragment``
          : sql.fragment`and (e.integration_id, e.source_id) in (
              select part.integration_id, part.source_id from commerce.payout as p
              join commerce.payout_transaction as part on part.space_id = p.space_id and part.integration_id = p.integration_id
                and part.payout_reference = p.reference
              where p.space_id = ${space} and p.id = ${payout_id})`
      }`,
    sortBy: byOccurrence,
  });
