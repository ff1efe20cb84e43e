import type { StoredFact } from './fold-order.ts';
import { type FoldedOrder, inOrder } from './fold-order.ts';

/** A fact to announce, with the sum of the refunds that are announced with it. */
export interface Announcement {
  readonly fact: StoredFact;
  /** The refunds that were announced until and with this fact, in the smallest unit. */
  readonly refunded: number;
  /** The dispute that ended; undefined for other facts. */
  readonly dispute?: StoredFact | undefined;
}

const rank = (fact: StoredFact): number => (fact.kind === 'payment' ? 0 : fact.kind === 'dispute_end' ? 2 : 1);

/**
 * Returns the facts of an order that are to be announced now, in order. A payment comes before its refunds and disputes, and a
 * dispute before its end. Nothing of a paid order is announced until its items are known or the time for that has passed. A failed
 * payment is announced in any case.
 */
export function announcementsOf(facts: readonly StoredFact[], order: FoldedOrder, isComplete: boolean): Announcement[] {
  const failures = inOrder(facts).filter((fact) => fact.kind === 'payment_failed' && !fact.is_announced);
  const before = failures.map((fact) => ({ fact, refunded: 0 }));
  if (order.paid_at === null || !isComplete) return before;
  const disputes = new Map(facts.filter(({ kind }) => kind === 'dispute').map((fact) => [fact.source_id, fact]));
  const isCounted = (fact: StoredFact): boolean =>
    fact.kind === 'payment' ||
    fact.kind === 'dispute' ||
    (fact.kind === 'dispute_end' && disputes.has(fact.source_id)) ||
    order.refunds.some((refund) => refund === fact);
  let refunded = facts.reduce((sum, fact) => sum + (fact.is_announced && order.refunds.includes(fact) ? (fact.amount ?? 0) : 0), 0);
  const rest = inOrder(facts)
    .filter((fact) => !fact.is_announced && isCounted(fact))
    .toSorted((a, b) => rank(a) - rank(b))
    .map((fact) => {
      if (fact.kind === 'refund') refunded += fact.amount ?? 0;
      return { fact, refunded, ...(fact.kind === 'dispute_end' && { dispute: disputes.get(fact.source_id) }) };
    });
  return [...before, ...rest];
}
