import { listQuery, orderOf, type PageInput, type PageQuery, sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { amountColumns, smallestUnit } from '../rows/amount-sql.ts';
import { columnsOf, equalTo, orderIdOf, timesOf } from '../rows/columns-sql.ts';
import type { Resource } from '../rows/resource.queries.ts';

/** The order and the filters of invoices; all of them must hold. */
interface InvoiceFilters {
  readonly sort: string;
  readonly status?: string | undefined;
  readonly overdue?: boolean | undefined;
  readonly contact_id?: string | undefined;
}

/** Builds the condition that the invoice `i` is open after its due date. */
const isOverdue = (now: string): FragmentSqlToken => sql.fragment`(i.status = 'open' and i.due_at < ${now}::timestamptz) is true`;

const amounts = amountColumns({ alias: 'i', unit: smallestUnit(sql.fragment`i.currency`) }, ['amount', 'paid']);

/** Returns the rows of invoices at a time, ISO 8601: an open invoice becomes overdue without a change of its row. */
export const invoiceRows = (now: string): Resource => ({
  from: sql.fragment`commerce.invoice as i`,
  alias: 'i',
  item: sql.fragment`(select row_to_json(r) from (select
    ${columnsOf('i', ['id', 'integration_id', 'provider', 'reference', 'mode', 'number', 'status', 'contact_id', 'email', 'currency'])},
    ${timesOf('i', ['created_at', 'updated_at', 'issued_at', 'due_at', 'paid_at'])}, ${amounts}, ${isOverdue(now)} as is_overdue,
    (select s.id from commerce.subscription as s
      where s.space_id = i.space_id and s.integration_id = i.integration_id and s.reference = i.subscription_reference) as subscription_id,
    ${orderIdOf('i', 'order_reference')} as order_id) as r)`,
});

/** Lists the invoices of a Space at a time, ISO 8601. */
export const listInvoices = (
  space: string,
  { sort, status, overdue, contact_id, ...list }: PageInput & InvoiceFilters,
  now: string,
): PageQuery =>
  listQuery(list, {
    ...invoiceRows(now),
    where: sql.fragment`i.space_id = ${space} ${equalTo('i', { status, contact_id })}
      ${overdue === undefined ? sql.fragment`` : sql.fragment`and ${isOverdue(now)} = ${overdue}`}`,
    ...orderOf(sort, 'i', {}),
  });
