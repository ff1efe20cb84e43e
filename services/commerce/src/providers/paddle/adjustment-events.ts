import { z } from 'zod';
import { currencyField, idField, textField, timeField } from '../../provider-port/event-fields.ts';
import type { Fact, Findings, LedgerAccount, NewEntry } from '../../provider-port/findings.ts';
import { moneyEntry } from '../../provider-port/money-entry.ts';
import { type PaddleEvent, readData } from './paddle-event.ts';
import { amountText, exchangeRate, optionalAmountText } from './paddle-fields.ts';
import { remittedTax } from './remitted-tax.ts';

const totals = { tax: amountText, total: amountText, fee: optionalAmountText } as const;

const Adjustment = z.object({
  id: idField,
  action: z.string(),
  status: z.string(),
  transaction_id: idField,
  currency_code: currencyField,
  reason: textField,
  created_at: timeField,
  totals: z.object(totals),
  payout_totals: z
    .object({
      ...totals,
      currency_code: currencyField,
      exchange_rate: exchangeRate,
      chargeback_fee: z.object({ amount: optionalAmountText }).nullish(),
    })
    .nullish(),
});

type Adjustment = z.output<typeof Adjustment>;

/** The effect of an adjustment on the money: the sign in `balance`, and the account on the other side. */
interface Effect {
  readonly sign: 1 | -1;
  readonly category: string;
  readonly account: LedgerAccount;
}

const effects: Readonly<Record<string, Effect>> = {
  refund: { sign: -1, category: 'refund', account: 'refunds' },
  chargeback: { sign: -1, category: 'dispute', account: 'disputes' },
  chargeback_reverse: { sign: 1, category: 'dispute_reversal', account: 'disputes' },
};

/**
 * Returns the refund, chargeback or reversed chargeback of an adjustment that was approved; nothing for other actions and states. It has
 * the time of the adjustment, which is the same in every event about it. A reversal does not name its chargeback, so a transaction has
 * one dispute.
 */
export function changedAdjustment(event: PaddleEvent): Findings {
  const adjustment = readData(Adjustment, event);
  if (adjustment.status !== 'approved' || !Object.hasOwn(effects, adjustment.action)) return {};
  return { facts: [factOf(adjustment)], entries: entriesOf(adjustment, effects[adjustment.action]!) };
}

function factOf({ id, action, transaction_id, currency_code, reason, created_at, totals: { total } }: Adjustment): Fact {
  const fact = { order: transaction_id, amount: total, currency: currency_code, at: created_at };
  const dispute = disputeOf(transaction_id);
  if (action === 'refund') return { ...fact, kind: 'refund', source_id: id, data: { reason } };
  if (action === 'chargeback') return { ...fact, kind: 'dispute', source_id: dispute, data: { reason } };
  return { ...fact, kind: 'dispute_end', source_id: dispute, data: { outcome: 'won' } };
}

/** Returns the source of the dispute of a transaction: a reversal does not name its chargeback. */
const disputeOf = (transaction_id: string): string => `chargeback:${transaction_id}`;

/** Returns the entries in the currency of the payout. Paddle gives back its fee with the money, and may take one for a chargeback. */
function entriesOf(adjustment: Adjustment, effect: Effect): NewEntry[] {
  const { id, transaction_id, currency_code, created_at: at, totals: own, payout_totals } = adjustment;
  const { sign, category, account } = effect;
  const { tax, total, fee } = payout_totals ?? own;
  const extra = payout_totals?.chargeback_fee?.amount ?? 0;
  const place = {
    currency: payout_totals?.currency_code ?? currency_code,
    exchange_rate: payout_totals?.exchange_rate ?? null,
    order: transaction_id,
    at,
  };
  const source_id = `${category}:${id}`;
  return [
    moneyEntry({ ...place, source_id, category, gross: sign * total, fee: sign * (fee - extra), tax: sign * tax, account }),
    ...remittedTax(place, source_id, sign * tax),
  ].map((entry) =>
    category === 'dispute_reversal' ? { ...entry, follows: { kind: 'dispute', source_id: disputeOf(transaction_id) } } : entry,
  );
}
