import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { entryMovements } from './entry-movements.ts';

const categories = [
  ...['charge', 'charge_failure', 'refund', 'refund_failure', 'partial_capture_reversal', 'dispute', 'dispute_reversal', 'payout'],
  ...[
    'payout_reversal',
    'fee',
    'network_cost',
    'tax',
    'topup',
    'topup_reversal',
    'conversion',
    'connect_reserved_funds',
    'new_in_2030',
    'toString',
  ],
];

const amount = fc.integer({ min: -90_000_000_000_000, max: 90_000_000_000_000 });

test('the movements of every category change the balance by gross - fee, with positive amounts between two accounts', () => {
  fc.assert(
    fc.property(fc.constantFrom(...categories), amount, amount, (category, gross, fee) => {
      const movements = entryMovements(category, gross, fee);
      const change = movements.reduce(
        (sum, { debit, credit, amount: moved }) => sum + (debit === 'balance' ? moved : 0) - (credit === 'balance' ? moved : 0),
        0,
      );
      expect(change).toBe(gross - fee);
      for (const { debit, credit, amount: moved } of movements) {
        expect(moved).toBeGreaterThan(0);
        expect(debit).not.toBe(credit);
        expect([debit, credit]).toContain('balance');
      }
    }),
  );
});
