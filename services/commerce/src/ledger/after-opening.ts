import type { Movement, NewEntry } from '../provider-port/findings.ts';

/** Returns the movement that changes the balance by an amount, against `adjustments`. */
export const balanceChange = (amount: number): Movement[] => {
  if (amount === 0) return [];
  const [debit, credit] = amount > 0 ? (['balance', 'adjustments'] as const) : (['adjustments', 'balance'] as const);
  return [{ debit, credit, amount: Math.abs(amount) }];
};

/**
 * Returns a money fact as it is entered: one from before the opening is in the opening balance already, so its effect on the balance
 * is taken back in the same entry.
 */
export const afterOpening = (entry: NewEntry, opened_at: string | null): NewEntry =>
  opened_at !== null && entry.occurred_at < opened_at
    ? { ...entry, movements: [...entry.movements, ...balanceChange(entry.fee - entry.gross)] }
    : entry;
