import { z } from 'zod';
import { id, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page } from '../core/page.ts';
import { moment } from '../core/time-fields.ts';
import { Currency } from './currency.ts';
import { money, namedAmount } from './money.ts';
import { fromProvider, moneyModes, paymentProviders } from './order.ts';

/** The money of a connection in one currency. */
const WalletBalance = z.object({
  integration_id: z.string(),
  integration: z.string().describe('Name of the connection'),
  provider: z.enum(paymentProviders),
  mode: z.enum(moneyModes),
  currency: Currency,
  ...namedAmount('available'),
  ...namedAmount('pending'),
  ...namedAmount('reserved'),
  stated_at: timestamp.nullable().describe('Time at which the provider said so; null for a provider that does not say'),
  ...namedAmount('ledger'),
  ...namedAmount('difference'),
});

/** A money fact of a provider, in the currency of the account. */
export const WalletTransaction = z
  .object({
    id: z.string(),
    created_at: timestamp,
    integration_id: z.string(),
    reference: z.string().describe('Its id at the provider'),
    category: z.string(),
    ...namedAmount('gross'),
    ...namedAmount('fee'),
    ...namedAmount('net'),
    currency: Currency,
    exchange_rate: z.number().nullable(),
    occurred_at: timestamp,
    available_at: timestamp.nullable(),
    order_id: z.string().nullable(),
    payout_id: z.string().nullable(),
    ledger_entry_id: z.string(),
  })
  .meta({ id: 'WalletTransaction' });

/** The states of a payout. */
export const payoutStatuses = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const;

const payout = {
  ...{ id: z.string(), created_at: timestamp, updated_at: timestamp },
  ...fromProvider,
  status: z.enum(payoutStatuses),
  ...money,
  arrival_at: timestamp.nullable(),
  failure_code: z.string().nullable(),
} as const;

/** A transfer of the provider to a bank account. */
export const Payout = z.object(payout).meta({ id: 'Payout' });

/** A payout with the transactions that make it up. */
export const PayoutDetails = z
  .object({
    ...payout,
    categories: z.array(z.object({ category: z.string(), count: z.int(), ...namedAmount('net') })).describe('Sums of its transactions'),
    proof: z.object({
      ...namedAmount('sum_of_transactions'),
      equal: z.boolean().describe('True if the transactions add up to the payout'),
    }),
  })
  .meta({ id: 'PayoutDetails' });

const paging = { limit, cursor, include_total: includeTotal } as const;

/** Balances, transactions and payouts of connected payment providers (contract, J5). */
export const wallet = contract({
  name: 'wallet',
  service: 'commerce',
  tag: 'Wallet',
  description: 'Balances, transactions and payouts of connected payment providers. Read-only: money is never moved.',
  operations: {
    get: operation({
      summary: 'Read balances',
      description: 'For each integration and currency: what the provider last said, what the ledger says, and the difference.',
      scope: 'wallet:read',
      route: { method: 'GET', path: '/wallet', status: 200 },
      tools: [{ name: 'get_wallet', family: 'finance', action: 'wallet' }],
      input: z.strictObject({ currency: Currency.optional() }),
      output: z.object({ data: z.array(WalletBalance) }).meta({ id: 'Wallet' }),
    }),
    list_transactions: operation({
      summary: 'List transactions',
      description: 'Newest first.',
      scope: 'wallet:read',
      route: { method: 'GET', path: '/wallet/transactions', status: 200 },
      tools: [{ name: 'list_wallet_transactions', family: 'finance', action: 'transactions' }],
      input: z.strictObject({
        category: z.string().min(1).max(64).optional().describe('Such as charge or refund'),
        currency: Currency.optional(),
        payout_id: id('payout').optional(),
        order_id: id('order').optional(),
        from: moment.optional().describe('Earliest time at the provider'),
        to: moment.optional().describe('Latest time at the provider, exclusive'),
        ...paging,
      }),
      output: page(WalletTransaction),
    }),
    get_transaction: operation({
      summary: 'Read a transaction',
      scope: 'wallet:read',
      route: { method: 'GET', path: '/wallet/transactions/:id', status: 200 },
      tools: [{ name: 'get_wallet_transaction', family: 'finance', action: 'transaction' }],
      input: z.strictObject({ id: id('transaction') }),
      output: WalletTransaction,
      example: { id: 'wtx_01jd0000000000000000000000' },
    }),
    list_payouts: operation({
      summary: 'List payouts',
      description: 'Newest first.',
      scope: 'wallet:read',
      route: { method: 'GET', path: '/wallet/payouts', status: 200 },
      tools: [{ name: 'list_wallet_payouts', family: 'finance', action: 'payouts' }],
      input: z.strictObject({
        status: z.enum(payoutStatuses).optional().describe('Only those in this status'),
        from: moment.optional().describe('Earliest arrival'),
        to: moment.optional().describe('Latest arrival, exclusive'),
        ...paging,
      }),
      output: page(Payout),
    }),
    get_payout: operation({
      summary: 'Read a payout and its proof',
      scope: 'wallet:read',
      route: { method: 'GET', path: '/wallet/payouts/:id', status: 200 },
      tools: [{ name: 'get_wallet_payout', family: 'finance', action: 'payout' }],
      input: z.strictObject({ id: id('payout') }),
      output: PayoutDetails,
      versioned: true,
      example: { id: 'pyo_01jd0000000000000000000000' },
    }),
  },
});
