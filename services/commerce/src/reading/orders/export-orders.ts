import type { Answer, Call } from '@space/bus';
import { currencyDecimals, decimalText, type orders } from '@space/contracts/commerce';
import { MAX_EXPORT_BYTES, MAX_EXPORT_ROWS, type OutputOf } from '@space/contracts/core';
import { type Database, readPage } from '@space/database';
import { csvLine, escapeFormula } from '@space/text/csv';
import { listOrders, orderHead } from './orders-sql.ts';

type Operation = (typeof orders)['operations']['export'];

/** An order without its items. */
type OrderHead = Omit<OutputOf<(typeof orders)['operations']['list']>['data'][number], 'items'>;

/** The columns of the file: the head, and the cell of an order. */
const columns: readonly (readonly [string, (order: OrderHead) => string | number | null])[] = [
  ...(['id', 'created_at', 'paid_at', 'number', 'status', 'dispute_status', 'contact_id', 'email'] as const).map(field),
  ...(['product_id', 'product_title', 'product_count', 'currency'] as const).map(field),
  ['amount', (order) => amountText(order.amount_cents, order.currency)],
  ['subtotal', (order) => amountText(order.subtotal_amount_cents, order.currency)],
  ['tax', (order) => amountText(order.tax_amount_cents, order.currency)],
  ['discount', (order) => amountText(order.discount_amount_cents, order.currency)],
  ['shipping', (order) => amountText(order.shipping_amount_cents, order.currency)],
  ['refunded', (order) => amountText(order.refunded_amount_cents, order.currency)],
  ['settlement_currency', ({ settlement }) => settlement?.currency ?? null],
  ['settlement_gross', ({ settlement }) => settlement && amountText(settlement.gross_amount_cents, settlement.currency)],
  ['settlement_fee', ({ settlement }) => settlement && amountText(settlement.fee_amount_cents, settlement.currency)],
  ['settlement_net', ({ settlement }) => settlement && amountText(settlement.net_amount_cents, settlement.currency)],
  ['exchange_rate', ({ settlement }) => settlement?.exchange_rate ?? null],
  ...(['provider', 'mode', 'integration_id', 'reference'] as const).map(field),
];

function field<Name extends keyof OrderHead>(name: Name) {
  return [name, (order: OrderHead) => order[name]] as const;
}

/** Returns an amount as exact decimal text, with all decimals of its currency. */
const amountText = (cents: number, currency: string | null): string =>
  decimalText(cents, (currency && currencyDecimals.get(currency)) || 0);

/** Answers a page of orders as CSV, the header on the first. */
export async function exportOrders(database: Database, { input, caller }: Call<Operation>): Promise<Answer<Operation>> {
  const { limit = MAX_EXPORT_ROWS, ...list } = input;
  const query = listOrders(caller.space_id, { ...list, limit }, orderHead);
  const page = JSON.parse(await readPage(database, { ...query, prepare: undefined, page_bytes: MAX_EXPORT_BYTES })) as ExportPage;
  const lines = page.data.map((order) => csvLine(columns.map(([, cell]) => escapeFormula(String(cell(order) ?? '')))));
  const header = input.cursor === undefined ? csvLine(columns.map(([name]) => name)) : '';
  return { csv: header + lines.join(''), has_more: page.has_more, next_cursor: page.next_cursor };
}

interface ExportPage {
  readonly data: readonly OrderHead[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}
