import { ORDER_COMPLETION_SECONDS, ORDER_EVENT_WAIT_SECONDS } from '@space/contracts/commerce';
import { isoTime } from '@space/database';
import { SECOND_MS } from '@space/time';
import { type FoldedOrder, inOrder, type StoredFact } from './fold-order.ts';
import { compare, laterOf } from './fold-refunds.ts';

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

/** A fact that follows a payment, with the time that decides its place: an end follows what it ends. */
interface Following extends Announcement {
  readonly at: string;
}

const rank = ({ fact: { kind } }: Following): number => Number(kind === 'dispute_end' || kind === 'refund_failed');

/**
 * Decides which facts of an order are announced now. Payments are announced first, as soon as the items and the payer are known or the
 * time for that has passed. Everything else waits some seconds for what happened before it, and then follows in the order of its time.
 * A failed payment needs no payment, but waits for its items if they follow.
 */
export function announcementsOf(facts: readonly StoredFact[], order: FoldedOrder, knowsItems: boolean, now: string): Due {
  const payments = inOrder(facts).filter(({ kind }) => kind === 'payment');
  const waiting = payments.filter(({ announced_at }) => announced_at === null);
  const completeAt = payments.length === 0 ? null : after(earliest(payments), ORDER_COMPLETION_SECONDS);
  const isComplete = completeAt !== null && (knowsItems || completeAt <= now);
  const times: string[] = [];
  if (waiting.length > 0 && !isComplete) times.push(completeAt!);
  const ready = followingOf(facts, order, isComplete).filter(function isReady({ fact }) {
    if (fact.kind !== 'payment_failed' || fact.data.awaits_lines !== true || order.has_unpaid_lines) return true;
    const end = after(fact.received_at, ORDER_COMPLETION_SECONDS);
    if (end > now) times.push(end);
    return end <= now;
  });
  const waitsUntil = ready.length === 0 ? null : after(earliest(ready.map(({ fact }) => fact)), ORDER_EVENT_WAIT_SECONDS);
  const hasWaited = waitsUntil !== null && waitsUntil <= now;
  if (waitsUntil !== null && !hasWaited) times.push(waitsUntil);
  return {
    announcements: [
      ...(isComplete ? waiting.map((fact) => ({ fact })) : []),
      ...(hasWaited ? ready.toSorted((a, b) => compare(a.at, b.at) || rank(a) - rank(b) || compare(keyOf(a), keyOf(b))) : []),
    ],
    announce_at: times.toSorted(compare)[0] ?? null,
  };
}

/** Returns the facts that are not announced and can be: of an order that is paid, everything that counts, and failed payments of any order. */
function followingOf(facts: readonly StoredFact[], order: FoldedOrder, isPaid: boolean): Following[] {
  const all: Following[] = facts.filter(({ kind }) => kind === 'payment_failed').map((fact) => ({ fact, at: fact.at }));
  if (isPaid) {
    const disputes = new Map(facts.filter(({ kind }) => kind === 'dispute').map((fact) => [fact.source_id, fact]));
    for (const fact of disputes.values()) all.push({ fact, at: fact.at });
    for (const fact of facts) {
      const ended = fact.kind === 'dispute_end' ? disputes.get(fact.source_id) : undefined;
      if (ended) all.push({ fact, ended, at: laterOf(fact.at, ended.at) });
    }
    for (const { fact, refunded, failed } of order.refunds.steps)
      all.push({ fact, refunded, ended: failed, at: failed ? laterOf(fact.at, failed.at) : fact.at });
  }
  return all.filter(({ fact }) => fact.announced_at === null);
}

const keyOf = ({ fact }: Following): string => `${fact.kind} ${fact.source_id}`;

const earliest = (facts: readonly StoredFact[]): string => facts.map(({ received_at }) => received_at).toSorted(compare)[0]!;

const after = (time: string, seconds: number): string => isoTime(Date.parse(time) + seconds * SECOND_MS);
