import { ORDER_COMPLETION_SECONDS, ORDER_EVENT_WAIT_SECONDS } from '@space/contracts/commerce';
import { isoTime } from '@space/database';
import { SECOND_MS } from '@space/time';
import { compareTexts, laterOf } from '../ordering/compare-texts.ts';
import { type FoldedOrder, inOrder, type StoredFact } from './fold-order.ts';

/** A fact to announce. */
export interface Announcement {
  readonly fact: StoredFact;
  /** The sum of the refunds after a refund or its failure, in the smallest unit; undefined for other facts. */
  readonly refunded?: number;
  /** The dispute that ended, or the refund that failed; undefined for other facts. */
  readonly ended?: StoredFact | undefined;
}

/** The facts to announce now, in order, and when the order is to be looked at again; null if nothing waits. */
interface Due {
  readonly announcements: readonly Announcement[];
  readonly announce_at: string | null;
}

/** A fact that follows a payment, with the time and the place among its equals that decide when it is announced. */
interface Following extends Announcement {
  readonly at: string;
  readonly place: string;
}

/**
 * Decides which facts of an order are announced now. A payment is announced as soon as the items and the payer are known or the time
 * for that has passed; a failed attempt as soon as its items are known, and before a payment that followed it. Refunds, disputes and
 * their ends follow the payment in the order of their times, each after a wait of some seconds for what happened before it.
 */
export function announcementsOf(facts: readonly StoredFact[], order: FoldedOrder, knowsItems: boolean, now: string): Due {
  const times: string[] = [];
  const isDue = (time: string): boolean => {
    if (time > now) times.push(time);
    return time <= now;
  };
  const ordered = inOrder(facts);
  const payments = ordered.filter(({ kind }) => kind === 'payment');
  const paidAt = payments.length === 0 ? null : payments.map(({ received_at }) => received_at).toSorted(compareTexts)[0]!;
  const completeAt = paidAt === null ? null : after(paidAt, ORDER_COMPLETION_SECONDS);
  const isComplete = completeAt !== null && (knowsItems || completeAt <= now);
  const waiting = payments.filter(({ announced_at }) => announced_at === null);
  if (waiting.length > 0 && !isComplete) times.push(completeAt!);
  const failures = ordered
    .filter(({ kind, announced_at }) => kind === 'payment_failed' && announced_at === null)
    .filter(
      (fact) =>
        fact.data.awaits_lines !== true || order.has_unpaid_lines || isComplete || isDue(after(fact.received_at, ORDER_COMPLETION_SECONDS)),
    );
  const following = isComplete ? followingOf(facts, order) : [];
  const held = following.findIndex(({ fact }) => !isDue(after(laterOf(fact.received_at, paidAt!), ORDER_EVENT_WAIT_SECONDS)));
  return {
    announcements: [
      ...failures.map((fact) => ({ fact })),
      ...(isComplete ? waiting.map((fact) => ({ fact })) : []),
      ...(held < 0 ? following : following.slice(0, held)),
    ],
    announce_at: times.toSorted(compareTexts)[0] ?? null,
  };
}

/** Returns the refunds that count, the disputes, and their ends, that are not announced, in the order in which they happened. */
function followingOf(facts: readonly StoredFact[], order: FoldedOrder): Following[] {
  const disputes = new Map(facts.filter(({ kind }) => kind === 'dispute').map((fact) => [fact.source_id, fact]));
  const ended = facts.flatMap((fact): Following[] => {
    const dispute = fact.kind === 'dispute_end' ? disputes.get(fact.source_id) : undefined;
    return dispute ? [{ fact, ended: dispute, at: laterOf(fact.at, dispute.at), place: `dispute ${fact.source_id} end` }] : [];
  });
  return [
    ...[...disputes.values()].map((fact) => ({ fact, at: fact.at, place: `dispute ${fact.source_id}` })),
    ...ended,
    ...order.refunds.steps.map(({ fact, at, refunded, failed }, n) => ({
      ...{ fact, at, refunded, ended: failed },
      place: `refund ${String(n).padStart(6, '0')}`,
    })),
  ]
    .filter(({ fact }) => fact.announced_at === null)
    .toSorted((a, b) => compareTexts(a.at, b.at) || compareTexts(a.place, b.place));
}

const after = (time: string, seconds: number): string => isoTime(Date.parse(time) + seconds * SECOND_MS);
