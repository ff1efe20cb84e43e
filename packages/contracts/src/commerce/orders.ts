import { z } from 'zod';
import { id } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page } from '../core/page.ts';
import { moment } from '../core/time-fields.ts';
import { Currency } from './currency.ts';
import { Dispute, disputeStatuses, moneyModes, Order, OrderDetails, orderStatuses, Refund } from './order.ts';

const period = (what: string) => ({
  from: moment.optional().describe(`Earliest ${what}`),
  to: moment.optional().describe(`Latest ${what}, exclusive`),
});

const orderFilters = {
  status: z.enum(orderStatuses).optional().describe('Only those in this status'),
  contact_id: id('contact').optional(),
  product_id: id('product').optional(),
  integration_id: id('integration').optional(),
  currency: Currency.optional(),
  mode: z.enum(moneyModes).optional().describe('test: money of a test mode'),
  ...period('time of payment'),
  search: z.string().max(200).optional().describe('Part of an email, or a number'),
} as const;

/** Orders of connected payment providers (contract, J1). */
export const orders = contract({
  name: 'orders',
  service: 'commerce',
  tag: 'Finance',
  description: 'Purchases at connected payment providers. Space API reads money and never moves it.',
  operations: {
    list: operation({
      summary: 'List orders',
      description: 'Newest payment first; orders that are not paid have the time of their first fact.',
      scope: 'finance:read',
      route: { method: 'GET', path: '/finance/orders', status: 200 },
      tools: [{ name: 'list_orders', family: 'finance', action: 'orders' }],
      input: z.strictObject({ ...orderFilters, limit, cursor, include_total: includeTotal }),
      output: page(Order),
      example: { status: 'paid', limit: 20 },
    }),
    export: operation({
      summary: 'Export orders as CSV',
      description: 'Takes the filters of the list. Amounts are exact decimals. Over REST with Accept: text/csv the answer is one file.',
      scope: 'finance:read',
      route: { method: 'GET', path: '/finance/orders/export', status: 200 },
      tools: [{ name: 'export_orders', family: 'finance', action: 'export' }],
      input: z.strictObject({ ...orderFilters, limit: limit.optional(), cursor }),
      output: z.object({
        csv: z.string(),
        has_more: z.boolean(),
        next_cursor: z.string().nullable().describe('Pass as cursor for the next page; null on the last'),
      }),
      download: { media_type: 'text/csv', field: 'csv' },
    }),
    get: operation({
      summary: 'Read an order',
      description: 'With its refunds, disputes, the facts it follows from, and the ids of its ledger entries.',
      scope: 'finance:read',
      route: { method: 'GET', path: '/finance/orders/:id', status: 200 },
      tools: [{ name: 'get_order', family: 'finance', action: 'order' }],
      input: z.strictObject({ id: id('order') }),
      output: OrderDetails,
      versioned: true,
      example: { id: 'ord_01jd0000000000000000000000' },
    }),
    list_refunds: operation({
      summary: 'List refunds',
      description: 'Newest first.',
      scope: 'finance:read',
      route: { method: 'GET', path: '/finance/refunds', status: 200 },
      tools: [{ name: 'list_refunds', family: 'finance', action: 'refunds' }],
      input: z.strictObject({
        order_id: id('order').optional(),
        status: z.enum(['succeeded', 'failed']).optional().describe('Only those in this status'),
        ...period('time of the refund'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(Refund),
    }),
    list_disputes: operation({
      summary: 'List disputes',
      description: 'Newest first.',
      scope: 'finance:read',
      route: { method: 'GET', path: '/finance/disputes', status: 200 },
      tools: [{ name: 'list_disputes', family: 'finance', action: 'disputes' }],
      input: z.strictObject({
        order_id: id('order').optional(),
        status: z.enum(disputeStatuses).optional().describe('Only those in this status'),
        ...period('time of the dispute'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(Dispute),
    }),
  },
});
