import { describe, expect, test } from '@jest/globals';
import type { FactData } from '../provider-port/findings.ts';
import { announcementsOf } from './announcements.ts';
import { foldOrder, type StoredFact } from './fold-order.ts';

/** Returns a time of the test: seconds of a minute. */
const at = (seconds: number): string => new Date(Date.UTC(2026, 4, 4, 9, 0, seconds)).toISOString();

/** Returns a fact that happened and arrived at the same second. */
const fact = (
  kind: StoredFact['kind'],
  source_id: string,
  seconds: number,
  amount: number | null,
  more: Partial<StoredFact> = {},
): StoredFact => ({
  ...{ kind, source_id, id: null, reference: 'order', amount, currency: amount === null ? null : 'EUR', at: at(seconds) },
  ...{ data: {} as FactData, received_at: at(seconds), announced_at: null, rejected: null, event_id: null, ...more },
});

const paid = fact('payment', 'order', 10, 1_000);
const lines = fact('lines', 'order', 10, null);

/** Returns what is announced of facts at a second, and the second at which the order is looked at again. */
function dueAt(seconds: number, facts: readonly StoredFact[], knowsItems = true) {
  const { announcements, announce_at } = announcementsOf(facts, foldOrder(facts), knowsItems, at(seconds));
  return [
    announcements.map(({ fact: { kind, source_id }, refunded }) => (refunded === undefined ? kind : `${kind} ${source_id} ${refunded}`)),
    announce_at === null ? null : (Date.parse(announce_at) - Date.parse(at(0))) / 1_000,
  ];
}

describe('a payment', () => {
  test('is announced with its items, or after 60 seconds', () => {
    expect(dueAt(11, [paid, lines])).toEqual([['payment'], null]);
    expect(dueAt(11, [paid], false)).toEqual([[], 70]);
    expect(dueAt(70, [paid], false)).toEqual([['payment'], null]);
  });

  test('comes before its refunds, which wait for what happened before them', () => {
    const refund = fact('refund', 'r1', 5, 100);
    expect(dueAt(11, [paid, lines, refund])).toEqual([['payment'], 12]);
    expect(dueAt(12, [{ ...paid, announced_at: at(11) }, lines, refund])).toEqual([['refund r1 100'], null]);
  });

  test('comes after an attempt that failed before it', () => {
    expect(dueAt(11, [paid, lines, fact('payment_failed', 'p1', 9, 1_000)])).toEqual([['payment_failed', 'payment'], null]);
  });
});

describe('a failed payment', () => {
  const failed = fact('payment_failed', 'p1', 1, 1_000);
  const awaiting = { ...failed, data: { awaits_lines: true } };

  test('is announced as it comes, or with its items if they follow, or after 60 seconds', () => {
    expect(dueAt(1, [failed])).toEqual([['payment_failed'], null]);
    expect(dueAt(1, [awaiting])).toEqual([[], 61]);
    expect(dueAt(2, [awaiting, fact('unpaid_lines', 'p1', 2, null)])).toEqual([['payment_failed'], null]);
    expect(dueAt(61, [awaiting])).toEqual([['payment_failed'], null]);
  });
});

describe('what follows a payment', () => {
  const announced = { ...paid, announced_at: at(11) };

  test('waits two seconds each, and nothing passes what happened before it', () => {
    const later = fact('refund', 'late', 30, 100, { received_at: at(20) });
    const earlier = fact('refund', 'early', 25, 200, { received_at: at(21) });
    const facts = [announced, lines, later, earlier];
    expect(dueAt(21, facts)).toEqual([[], 23]);
    expect(dueAt(22, facts)).toEqual([[], 23]);
    expect(dueAt(23, facts)).toEqual([['refund early 200', 'refund late 300'], null]);
  });

  test('is in the order of its times: a dispute before its end, a refund before its failure', () => {
    const facts = [
      ...[announced, lines, fact('dispute_end', 'd1', 14, 5), fact('dispute', 'd1', 15, 5)],
      ...[fact('refund_failed', 'r1', 12, 100), fact('refund', 'r1', 13, 100), fact('dispute_end', 'unknown', 12, 5)],
    ];
    expect(dueAt(20, facts)).toEqual([['refund r1 100', 'refund_failed r1 0', 'dispute', 'dispute_end'], null]);
  });

  test('is computed the same when it was announced', () => {
    const facts = [
      ...[announced, lines, fact('refund', 'r2', 20, 800), fact('refund', 'r1', 30, 300), fact('refund_failed', 'r2', 40, 800)],
    ];
    const [announcements] = dueAt(50, facts);
    expect(announcements).toEqual(['refund r2 800', 'refund_failed r2 0', 'refund r1 300']);
    const after = facts.map((one) => ({ ...one, announced_at: one.announced_at ?? at(50) }));
    expect(dueAt(51, after)).toEqual([[], null]);
    expect(foldOrder(after).refunds).toMatchObject({ refunded: 300, rejected: new Map() });
  });
});

describe('a refund above what is left', () => {
  test('is not counted, and says why', () => {
    const facts = [
      paid,
      lines,
      fact('refund', 'r1', 20, 700),
      fact('refund', 'r2', 21, 301),
      fact('refund', 'r3', 22, 1, { currency: 'USD' }),
    ];
    expect([...foldOrder(facts).refunds.rejected]).toEqual([
      ['r2', 'is 301, and only 300 of the payment is left'],
      ['r3', 'is in USD, and the payment in EUR'],
    ]);
    expect(dueAt(30, facts)).toEqual([['payment', 'refund r1 700'], null]);
  });

  test('never counts when it failed itself', () => {
    const facts = [
      ...[paid, lines, fact('refund', 'r1', 20, 1_000), fact('refund', 'r2', 21, 800)],
      ...[fact('refund_failed', 'r2', 25, 800), fact('refund_failed', 'r1', 30, 1_000)],
    ];
    expect(foldOrder(facts).refunds).toMatchObject({
      refunded: 0,
      rejected: new Map([['r2', 'is 800, and only 0 of the payment is left']]),
    });
    expect(dueAt(40, facts)).toEqual([['payment', 'refund r1 1000', 'refund_failed r1 0'], null]);
  });

  test('counts when a refund of the same second fails', () => {
    const facts = [paid, lines, fact('refund', 'r1', 15, 1_000), fact('refund', 'r2', 20, 800), fact('refund_failed', 'r1', 20, 1_000)];
    expect(foldOrder(facts).refunds).toMatchObject({ refunded: 800, rejected: new Map() });
    expect(dueAt(30, facts)).toEqual([['payment', 'refund r1 1000', 'refund_failed r1 0', 'refund r2 800'], null]);
  });
});
