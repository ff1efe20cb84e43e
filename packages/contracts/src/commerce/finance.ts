import { z } from 'zod';
import { id, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page } from '../core/page.ts';
import { day, moment, timeZone } from '../core/time-fields.ts';
import { Currency } from './currency.ts';
import { MAX_MISSING_IDS, MAX_SUMMARY_DAYS, MAX_SUMMARY_ROWS } from './limits.ts';
import { decimal, namedAmount, units } from './money.ts';
import { moneyModes } from './order.ts';

/** The accounts of the ledger. */
export const ledgerAccounts = [
  'balance',
  'in_transit',
  'bank',
  'sales',
  'tax',
  'fees',
  'refunds',
  'disputes',
  'adjustments',
  'fx',
] as const;

/** A movement of money from one account to another. */
const Movement = z.object({
  debit: z.enum(ledgerAccounts).describe('The account that receives'),
  credit: z.enum(ledgerAccounts).describe('The account that gives'),
  amount: decimal,
  amount_cents: units,
  currency: Currency,
});

/** An entry of the ledger: one money fact of a provider. Entries are never changed or deleted. */
export const LedgerEntry = z
  .object({
    id: z.string(),
    created_at: timestamp.describe('Time at which it was entered'),
    integration_id: z.string(),
    source_id: z.string().describe('Id of the money fact at the provider'),
    category: z.string().describe('Category of the provider, such as charge, refund, payout or dispute'),
    order_id: z.string().nullable(),
    occurred_at: timestamp.describe('Time at which it happened at the provider'),
    movements: z.array(Movement),
  })
  .meta({ id: 'LedgerEntry' });

/** A line of the trial balance. */
const AccountBalance = z.object({
  account: z.enum(ledgerAccounts),
  currency: Currency,
  ...namedAmount('debit'),
  ...namedAmount('credit'),
  ...namedAmount('balance'),
});

/** The result of comparing the balance of a provider with the ledger. */
export const Reconciliation = z
  .object({
    id: z.string(),
    created_at: timestamp,
    integration_id: z.string(),
    currency: Currency,
    ...namedAmount('provider'),
    ...namedAmount('ledger'),
    ...namedAmount('difference'),
    missing_count: z.int().describe('Money facts of the provider that the ledger does not have, of the last 35 days'),
    missing_ids: z.array(z.string()).describe(`The first ${MAX_MISSING_IDS} of their ids at the provider`),
    status: z.enum(['equal', 'different', 'failed']).describe('failed after two different results in a row'),
  })
  .meta({ id: 'Reconciliation' });

const paging = { limit, cursor, include_total: includeTotal } as const;

/** The period of time that a summary covers at most is checked by the service, which knows the length of days. */
const summaryDay = day.describe('YYYY-MM-DD');

/** The summary, the ledger and its reconciliation (contract, J3 and J4). */
export const finance = contract({
  name: 'finance',
  service: 'commerce',
  tag: 'Finance',
  description: 'Orders, invoices, subscriptions, ledger and wallet of payment providers, read-only.',
  operations: {
    summary: operation({
      summary: 'Summarise money',
      description: `At most ${MAX_SUMMARY_DAYS} days. One row for each key and currency; amounts of different currencies are never added. A payment counts on the day of the payment, a refund on its own day. Fees are in the settlement currency, so they may be in a row of their own. net is gross less refunded, disputed and fees. Without mode, only live money. At most ${MAX_SUMMARY_ROWS} rows.`,
      scope: 'finance:read',
      route: { method: 'GET', path: '/finance/summary', status: 200 },
      tools: [{ name: 'get_finance_summary', family: 'finance', action: 'summary' }],
      input: z.strictObject({
        start_date: summaryDay,
        end_date: summaryDay.describe('Last day, inclusive'),
        by: z.enum(['day', 'week', 'month', 'product', 'integration']).default('month').describe('Weeks begin on Monday'),
        timezone: timeZone.default('UTC').describe('Zone of days; default UTC'),
        mode: z.enum(moneyModes).default('live').describe('test: money of a test mode'),
      }),
      output: z
        .object({
          data: z.array(
            z.object({
              key: z
                .string()
                .nullable()
                .describe('First day of the period, or the id of the product or integration; null without a product'),
              title: z.string().nullable().describe('Title of the product, or name of the integration'),
              currency: Currency,
              orders: z.int().describe('Paid orders'),
              ...namedAmount('gross'),
              ...namedAmount('refunded'),
              ...namedAmount('disputed'),
              ...namedAmount('fee'),
              ...namedAmount('net'),
            }),
          ),
        })
        .meta({ id: 'FinanceSummary' }),
      problems: ['invalid'],
      example: { start_date: '2026-01-01', end_date: '2026-12-31', by: 'month', timezone: 'Europe/Berlin' },
    }),
    list_accounts: operation({
      summary: 'Read the trial balance',
      description: 'Debits, credits and balance of each account and currency. In every currency the debits equal the credits.',
      scope: 'finance:read',
      route: { method: 'GET', path: '/finance/ledger/accounts', status: 200 },
      tools: [{ name: 'list_ledger_accounts', family: 'finance', action: 'accounts' }],
      input: z.strictObject({
        date: day.optional().describe('Last day, UTC'),
        integration_id: id('integration').optional(),
        mode: z.enum(moneyModes).default('live').describe('test: money of a test mode'),
      }),
      output: z
        .object({
          data: z.array(AccountBalance),
          balanced: z.boolean().describe('True if debits equal credits in every currency'),
        })
        .meta({ id: 'TrialBalance' }),
      example: { date: '2026-12-31' },
    }),
    list_entries: operation({
      summary: 'List ledger entries',
      description: 'Newest first, with their movements.',
      scope: 'finance:read',
      route: { method: 'GET', path: '/finance/ledger/entries', status: 200 },
      tools: [{ name: 'list_ledger_entries', family: 'finance', action: 'entries' }],
      input: z.strictObject({
        account: z.enum(ledgerAccounts).optional().describe('Account'),
        order_id: id('order').optional(),
        integration_id: id('integration').optional(),
        from: moment.optional().describe('Earliest time at the provider'),
        to: moment.optional().describe('Latest time at the provider, exclusive'),
        ...paging,
      }),
      output: page(LedgerEntry),
    }),
    get_entry: operation({
      summary: 'Read a ledger entry',
      scope: 'finance:read',
      route: { method: 'GET', path: '/finance/ledger/entries/:id', status: 200 },
      tools: [{ name: 'get_ledger_entry', family: 'finance', action: 'entry' }],
      input: z.strictObject({ id: id('ledger entry') }),
      output: LedgerEntry,
      example: { id: 'jrn_01jd0000000000000000000000' },
    }),
    list_reconciliations: operation({
      summary: 'List reconciliations',
      description: 'Newest first. Once an hour the balance of each provider is compared with the ledger.',
      scope: 'finance:read',
      route: { method: 'GET', path: '/finance/reconciliations', status: 200 },
      tools: [{ name: 'list_reconciliations', family: 'finance', action: 'reconciliations' }],
      input: z.strictObject({ integration_id: id('integration').optional(), ...paging }),
      output: page(Reconciliation),
    }),
  },
});
