import { z } from 'zod';
import { id, resource, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { Currency } from './currency.ts';
import { decimal, money, namedAmount, units } from './money.ts';
import { fromProvider } from './order.ts';

/** A price of a product. */
const Price = z.object({
  id: z.string(),
  reference: z.string(),
  active: z.boolean(),
  currency: Currency,
  unit_amount: decimal.nullable().describe('null for a price that the payer chooses or that has tiers'),
  unit_amount_cents: units.nullable(),
  interval: z.enum(['day', 'week', 'month', 'year']).nullable().describe('null for a price that is paid once'),
  interval_count: z.int().nullable(),
});

/** A product of a payment provider. */
export const Product = z
  .object({
    ...resource,
    ...fromProvider,
    title: z.string(),
    description: z.string().nullable(),
    active: z.boolean(),
    prices: z.array(Price),
  })
  .meta({ id: 'Product' });

/** The states of an invoice, as Stripe names them. */
export const invoiceStatuses = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

/** An invoice of a payment provider. */
export const Invoice = z
  .object({
    ...resource,
    ...fromProvider,
    number: z.string().nullable(),
    status: z.enum(invoiceStatuses),
    is_overdue: z.boolean().describe('True for an open invoice after its due date'),
    contact_id: z.string().nullable(),
    email: z.string().nullable(),
    subscription_id: z.string().nullable(),
    order_id: z.string().nullable().describe('The order of its payment'),
    ...money,
    ...namedAmount('paid'),
    issued_at: timestamp.nullable(),
    due_at: timestamp.nullable(),
    paid_at: timestamp.nullable(),
  })
  .meta({ id: 'Invoice' });

/** The states of a subscription. */
export const subscriptionStatuses = ['trialing', 'active', 'past_due', 'paused', 'unpaid', 'incomplete', 'ended'] as const;

/** A subscription at a payment provider. */
export const Subscription = z
  .object({
    ...resource,
    ...fromProvider,
    status: z.enum(subscriptionStatuses),
    contact_id: z.string().nullable(),
    email: z.string().nullable(),
    product_id: z.string().nullable().describe('The product of the first item'),
    product_title: z.string(),
    quantity: z.number(),
    ...money,
    interval: z.enum(['day', 'week', 'month', 'year']).nullable(),
    interval_count: z.int().nullable(),
    started_at: timestamp.nullable(),
    period_ends_at: timestamp.nullable().describe('End of the period that is paid'),
    cancel_at: timestamp.nullable().describe('Time of its end, if that is decided'),
    ended_at: timestamp.nullable(),
  })
  .meta({ id: 'Subscription' });

const paging = { limit, cursor, include_total: includeTotal } as const;

/** Products, invoices and subscriptions of connected payment providers (contract, J2). */
export const billing = contract({
  name: 'billing',
  service: 'commerce',
  tag: 'Finance',
  description: 'Products, invoices and subscriptions of connected payment providers, as the providers last described them.',
  operations: {
    list_products: operation({
      summary: 'List products',
      scope: 'finance:read',
      route: { method: 'GET', path: '/finance/products', status: 200 },
      tools: [{ name: 'list_products', family: 'finance', action: 'products' }],
      input: z.strictObject({
        active: z.boolean().optional().describe('true: sold now'),
        search: z.string().max(200).optional().describe('Part of a title'),
        sort: sortBy(['title', 'created_at'], 'title'),
        ...paging,
      }),
      output: page(Product),
    }),
    get_product: operation({
      summary: 'Read a product',
      scope: 'finance:read',
      route: { method: 'GET', path: '/finance/products/:id', status: 200 },
      tools: [{ name: 'get_product', family: 'finance', action: 'product' }],
      input: z.strictObject({ id: id('product') }),
      output: Product,
      versioned: true,
      example: { id: 'prd_01jd0000000000000000000000' },
    }),
    list_invoices: operation({
      summary: 'List invoices',
      description: 'Newest first, unless sort says otherwise.',
      scope: 'finance:read',
      route: { method: 'GET', path: '/finance/invoices', status: 200 },
      tools: [{ name: 'list_invoices', family: 'finance', action: 'invoices' }],
      input: z.strictObject({
        status: z.enum(invoiceStatuses).optional().describe('Only those in this status'),
        overdue: z.boolean().optional().describe('true: open after the due date'),
        contact_id: id('contact').optional(),
        sort: sortBy(['created_at'], '-created_at'),
        ...paging,
      }),
      output: page(Invoice),
    }),
    get_invoice: operation({
      summary: 'Read an invoice',
      scope: 'finance:read',
      route: { method: 'GET', path: '/finance/invoices/:id', status: 200 },
      tools: [{ name: 'get_invoice', family: 'finance', action: 'invoice' }],
      input: z.strictObject({ id: id('invoice') }),
      output: Invoice,
      versioned: true,
      example: { id: 'inv_01jd0000000000000000000000' },
    }),
    list_subscriptions: operation({
      summary: 'List subscriptions',
      description: 'Newest first, unless sort says otherwise.',
      scope: 'finance:read',
      route: { method: 'GET', path: '/finance/subscriptions', status: 200 },
      tools: [{ name: 'list_subscriptions', family: 'finance', action: 'subscriptions' }],
      input: z.strictObject({
        status: z.enum(subscriptionStatuses).optional().describe('Only those in this status'),
        contact_id: id('contact').optional(),
        product_id: id('product').optional(),
        sort: sortBy(['created_at'], '-created_at'),
        ...paging,
      }),
      output: page(Subscription),
    }),
    get_subscription: operation({
      summary: 'Read a subscription',
      scope: 'finance:read',
      route: { method: 'GET', path: '/finance/subscriptions/:id', status: 200 },
      tools: [{ name: 'get_subscription', family: 'finance', action: 'subscription' }],
      input: z.strictObject({ id: id('subscription') }),
      output: Subscription,
      versioned: true,
      example: { id: 'sbn_01jd0000000000000000000000' },
    }),
  },
});
