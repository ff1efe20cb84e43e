import { expect, test } from '@jest/globals';
import { entryMovements } from './entry-movements.ts';

test.each([
  ['charge', 1_000, 59, ['balance', 'sales', 1_000], ['fees', 'balance', 59]],
  ['charge_failure', -1_000, 0, ['sales', 'balance', 1_000]],
  ['refund', -1_000, 0, ['refunds', 'balance', 1_000]],
  ['refund_failure', 1_000, 0, ['balance', 'refunds', 1_000]],
  ['partial_capture_reversal', -300, -10, ['refunds', 'balance', 300], ['balance', 'fees', 10]],
  ['dispute', -1_000, 1_500, ['disputes', 'balance', 1_000], ['fees', 'balance', 1_500]],
  ['dispute_reversal', 1_000, 0, ['balance', 'disputes', 1_000]],
  ['payout', -5_000, 0, ['in_transit', 'balance', 5_000]],
  ['payout_reversal', 5_000, 0, ['balance', 'in_transit', 5_000]],
  ['fee', -200, 0, ['fees', 'balance', 200]],
  ['network_cost', -20, 0, ['fees', 'balance', 20]],
  ['tax', -38, 0, ['fees', 'balance', 38]],
  ['topup', 10_000, 0, ['balance', 'bank', 10_000]],
  ['conversion', -700, 0, ['fx', 'balance', 700]],
  ['platform_earning', 70, 0, ['balance', 'adjustments', 70]],
  ['something_new', -70, 0, ['adjustments', 'balance', 70]],
  ['charge', 0, 0],
])('%s of %d with a fee of %d', (category, gross, fee, ...expected) => {
  expect(entryMovements(category, gross, fee).map(({ debit, credit, amount }) => [debit, credit, amount])).toEqual(expected);
});
