import { createHash } from 'node:crypto';
import { currencyDecimals } from '@space/contracts/commerce';
import type Stripe from 'stripe';
import type { BalanceSnapshot, Findings, PullRequest } from '../../provider-port/findings.ts';
import type { ProviderAccount, ProviderReader } from '../../provider-port/provider.ts';
import { readOrderLines } from './order-lines.ts';
import { readPastEvents } from './past-events.ts';
import { readInvoice, readPayout, readPrice, readProduct, readSubscription } from './snapshots.ts';
import { AccountAnswer, BalanceAnswer, NewestAnswer, readAnswer } from './stripe-answers.ts';
import { createStripeClient, type StripeAccess } from './stripe-client.ts';
import { libraryError, MissingObjectError } from './stripe-errors.ts';
import { modeOfStripeKey } from './stripe-secrets.ts';
import { readEntries } from './transactions.ts';

/** Returns the reader of an account of Stripe. */
export function createStripeReader(access: StripeAccess): ProviderReader {
  const stripe = createStripeClient(access);
  const mode = modeOfStripeKey(access.key) ?? 'live';
  return {
    check: () => readFrom(() => readAccount(stripe, access.key)),
    balances: () => readFrom(async () => balancesOf(readAnswer(BalanceAnswer, await stripe.balance.retrieve()))),
    newestTransactionId: () =>
      readFrom(async () => readAnswer(NewestAnswer, await stripe.balanceTransactions.list({ limit: 1 })).data[0]?.id ?? null),
    pull: (request) =>
      readFrom(async () => {
        try {
          return await pullOne(stripe, request, mode);
        } catch (error) {
          // A thing that was deleted has nothing to say, and repeating the read would not change that.
          if (libraryError(error) instanceof MissingObjectError) return {};
          throw error;
        }
      }),
  };
}

/** Runs a read. Throws its failure as a ProviderError. */
async function readFrom<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw libraryError(error);
  }
}

async function pullOne(stripe: Stripe, { kind, reference, until }: PullRequest, mode: 'live' | 'test'): Promise<Findings> {
  switch (kind) {
    case 'order':
      return { facts: [await readOrderLines(stripe, reference)] };
    case 'transactions':
      return readEntries(stripe, { since: reference, until });
    case 'events':
      return readPastEvents(stripe, { since: reference, until }, mode);
    case 'product':
      return readProduct(stripe, reference);
    case 'price':
      return readPrice(stripe, reference);
    case 'invoice':
      return { invoices: [await readInvoice(stripe, reference)] };
    case 'subscription':
      return { subscriptions: [await readSubscription(stripe, reference)] };
    case 'payout':
      return { payouts: [await readPayout(stripe, reference)] };
  }
}

/**
 * Reads the account of the key. A restricted key may lack that permission; then the balance shows that the key works, and a digest of
 * the key is the id.
 */
async function readAccount(stripe: Stripe, key: string): Promise<ProviderAccount> {
  try {
    const { id, email, business_profile, settings } = readAnswer(AccountAnswer, await stripe.accounts.retrieveCurrent());
    return { id, label: settings?.dashboard?.display_name || business_profile?.name || email || id };
  } catch (error) {
    const failure = libraryError(error);
    if (failure.code !== 'missing_scope') throw failure;
    readAnswer(BalanceAnswer, await stripe.balance.retrieve());
    return { id: `key_${createHash('sha256').update(key).digest('hex').slice(0, 24)}`, label: 'Stripe' };
  }
}

function balancesOf({ available, pending, connect_reserved = [] }: ReturnType<typeof BalanceAnswer.parse>): BalanceSnapshot[] {
  const sumOf = (sums: typeof available, currency: string): number =>
    sums.filter((sum) => sum.currency.toUpperCase() === currency).reduce((total, { amount }) => total + amount, 0);
  const currencies = new Set([...available, ...pending, ...connect_reserved].map(({ currency }) => currency.toUpperCase()));
  return [...currencies]
    .filter((currency) => currencyDecimals.has(currency))
    .toSorted()
    .map((currency) => ({
      currency,
      available: sumOf(available, currency),
      pending: sumOf(pending, currency),
      reserved: sumOf(connect_reserved, currency),
    }));
}
