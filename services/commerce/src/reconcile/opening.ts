import { type Clock, isoTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import type { Connection } from '../connections/connection.ts';
import { balanceChange } from '../ledger/after-opening.ts';
import { storeEntries } from '../ledger/store-entries.ts';
import type { BalanceSnapshot, NewEntry } from '../provider-port/findings.ts';
import { ProviderError, type ProviderReader } from '../provider-port/provider.ts';
import { upsertBalances } from '../snapshots/snapshots.queries.ts';

/** The balances of an account when it was connected. */
export interface Opening {
  /** Money facts since this time are entered by themselves; the opening balance stands for all before it. */
  readonly at: string;
  /** Enters the opening balances into the ledger. */
  store(tx: CommonQueryMethods & { readonly now: string }, place: Pick<Connection, 'space_id' | 'id'>): Promise<void>;
}

/** Attempts to read balances between two equal newest money facts. */
const ATTEMPTS = 10;

/**
 * Reads balances so that it is known which money facts they contain: the newest fact is the same before and after. Returns the facts
 * since a time that are in the balances. Throws ProviderError `bad_answer` if there is a new fact each time.
 */
export async function stableBalances(
  reader: ProviderReader,
  since: string,
): Promise<{ readonly balances: readonly BalanceSnapshot[]; readonly entries: readonly NewEntry[] }> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const newest = await reader.newestTransactionId();
    const balances = await reader.balances();
    if ((await reader.newestTransactionId()) !== newest) continue;
    const entries = (await reader.pull({ kind: 'transactions', reference: since })).entries ?? [];
    // Facts that came after the balances stand before the newest one of that time.
    const first = entries.findIndex(({ source_id }) => source_id === newest);
    if (first >= 0) return { balances, entries: entries.slice(first) };
    if ((await reader.newestTransactionId()) === newest) return { balances, entries };
  }
  throw new ProviderError('bad_answer', 'The balance changed with every read; try again in a minute.', 60_000);
}

/** Reads the balances of an account that is connected now. Throws ProviderError. */
export async function openBalances(reader: ProviderReader, clock: Clock): Promise<Opening> {
  // Providers count in seconds.
  const at = isoTime(Math.floor(clock.now() / 1_000) * 1_000);
  const { balances, entries } = await stableBalances(reader, at);
  const opening = balances.map((balance) => openingEntry(balance, entries, at));
  return {
    at,
    async store(tx, place) {
      await storeEntries(tx, place, [...opening, ...entries]);
      if (balances.length > 0)
        await upsertBalances(
          tx,
          place,
          balances.map((balance) => ({ ...balance, stated_at: tx.now })),
        );
    },
  };
}

function openingEntry({ currency, available, pending, reserved }: BalanceSnapshot, entries: readonly NewEntry[], at: string): NewEntry {
  const since = entries.filter((entry) => entry.currency === currency).reduce((sum, { gross, fee }) => sum + gross - fee, 0);
  const amount = available + pending + reserved - since;
  return {
    source_id: `opening:${currency}`,
    category: 'opening_balance',
    currency,
    gross: amount,
    fee: 0,
    exchange_rate: null,
    order: null,
    occurred_at: at,
    available_at: null,
    movements: balanceChange(amount),
  };
}
