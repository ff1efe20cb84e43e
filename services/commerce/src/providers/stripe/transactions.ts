import { currencyDecimals } from '@space/contracts/commerce';
import type Stripe from 'stripe';
import type { z } from 'zod';
import type { Findings, NewEntry } from '../../provider-port/findings.ts';
import { entryMovements } from './entry-movements.ts';
import { readAnswer, TransactionAnswer } from './stripe-answers.ts';

type Transaction = z.output<typeof TransactionAnswer>;

const PAGE = 100;

/**
 * Returns all pages of the balance transactions that a filter names, newest first. Those of other balances, such as the one of issued
 * cards, are left out: they are not a part of what an account can pay out.
 */
export async function listTransactions(stripe: Stripe, filter: Stripe.BalanceTransactionListParams): Promise<Transaction[]> {
  const found: Transaction[] = [];
  for await (const answer of stripe.balanceTransactions.list({ ...filter, limit: PAGE })) {
    const transaction = readAnswer(TransactionAnswer, answer);
    if (transaction.balance_type === null || transaction.balance_type === 'payments') found.push(transaction);
  }
  return found;
}

/** A time that is read: from `since` until before `until`, default now. */
export interface ReadTime {
  readonly since: string;
  readonly until?: string | undefined;
}

const seconds = (time: string): number => Math.floor(Date.parse(time) / 1_000);

/** Returns the filter for objects that were created in a time. */
export const createdIn = ({ since, until }: ReadTime) => ({
  created: { gte: seconds(since), ...(until !== undefined && { lt: seconds(until) }) },
});

/** Reads the ledger entries of a time, newest first. A currency without known decimals stops its own entries only. */
export async function readEntries(stripe: Stripe, time: ReadTime): Promise<Findings> {
  const transactions = await listTransactions(stripe, { ...createdIn(time), expand: ['data.source'] });
  const [known, unknown] = [true, false].map((isKnown) =>
    transactions.filter(({ currency }) => currencyDecimals.has(currency.toUpperCase()) === isKnown),
  );
  return {
    entries: known!.map(entryOf),
    unread: unknown!.map(({ id }) => ({ reference: id, reason: 'The transaction has an unknown_currency.' })),
  };
}

function entryOf({ id, amount, fee, currency, created, available_on, exchange_rate, reporting_category, source }: Transaction): NewEntry {
  return {
    source_id: id,
    category: reporting_category,
    currency: currency.toUpperCase(),
    gross: amount,
    fee,
    exchange_rate: exchange_rate ?? null,
    order: orderOf(source),
    occurred_at: created,
    available_at: available_on,
    movements: entryMovements(reporting_category, amount, fee),
  };
}

/** Returns the order of a balance transaction: its source is a charge, or a refund or dispute of one. */
function orderOf(source: Transaction['source']): string | null {
  if (!source) return null;
  return source.payment_intent ?? source.charge ?? (/^(ch|py)_/.test(source.id) ? source.id : null);
}
