import type { NewEntry } from '../../provider-port/findings.ts';
import { type MoneyFact, moneyEntry } from '../../provider-port/money-entry.ts';

/**
 * Returns the entry of the tax that Paddle withholds from a money fact and pays to the authorities, as it is the merchant of record. The
 * sum of this entry and that of the money fact is what Paddle calls earnings. Zero makes no entry.
 */
export const remittedTax = (
  place: Pick<MoneyFact, 'currency' | 'exchange_rate' | 'order' | 'at'>,
  source_id: string,
  tax: number,
): NewEntry[] =>
  tax === 0 ? [] : [moneyEntry({ ...place, source_id: `tax:${source_id}`, category: 'tax', gross: -tax, tax: -tax, account: 'tax' })];
