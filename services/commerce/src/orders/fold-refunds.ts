import { compareTexts, laterOf } from '../ordering/compare-texts.ts';
import type { StoredFact } from './fold-order.ts';

/** A refund that counts, or the failure of one, with the sum of the refunds after it. */
interface RefundStep {
  readonly fact: StoredFact;
  /** The time that decides its place; it is never before that of the step before it. */
  readonly at: string;
  /** The sum that is refunded after this step, in the smallest unit. */
  readonly refunded: number;
  /** The refund that failed; undefined for a refund. */
  readonly failed?: StoredFact | undefined;
}

/** The refunds of an order, in the order in which they count. */
export interface FoldedRefunds {
  readonly steps: readonly RefundStep[];
  /** The sum that is refunded, in the smallest unit. */
  readonly refunded: number;
  /** Source ids of refunds that are not counted, with the reason. */
  readonly rejected: ReadonlyMap<string, string>;
}

/** A refund or its failure, and the time at which it counts: a failure follows its refund. */
interface Timed {
  readonly fact: StoredFact;
  readonly at: string;
  readonly failed?: StoredFact | undefined;
}

/**
 * Counts the refunds of a payment by their times. What is announced counts first, so that no refund that a listener knows is taken
 * back by one that the provider reported later. The failure of a refund gives its money back, and counts only with its refund. A
 * refund for which nothing is left counts as soon as a failure gives back enough, unless it has failed itself.
 */
export function foldRefunds(facts: readonly StoredFact[], currency: string | null, paid: number): FoldedRefunds {
  const rejected = new Map<string, string>();
  const steps: RefundStep[] = [];
  let waiting: StoredFact[] = [];
  let refunded = 0;
  let at = '';
  const step = (fact: StoredFact, change: number, failed?: StoredFact): void => {
    refunded += change;
    steps.push({ fact, at, refunded, failed });
  };
  const count = (refund: StoredFact): void => {
    const reason = refusalOf(refund, currency, paid - refunded);
    if (reason === undefined) {
      rejected.delete(refund.source_id);
      step(refund, refund.amount ?? 0);
    } else {
      rejected.set(refund.source_id, reason);
      waiting.push(refund);
    }
  };
  for (const timed of timedRefunds(facts)) {
    at = laterOf(at, timed.at);
    if (timed.failed === undefined) count(timed.fact);
    else if (rejected.has(timed.failed.source_id)) waiting = waiting.filter((refund) => refund !== timed.failed);
    else {
      step(timed.fact, -(timed.failed.amount ?? 0), timed.failed);
      const again = waiting;
      waiting = [];
      for (const refund of again) count(refund);
    }
  }
  return { steps, refunded, rejected };
}

/** Returns refunds and failures of refunds that are known, in the order in which they count. */
function timedRefunds(facts: readonly StoredFact[]): Timed[] {
  const refunds = new Map(facts.filter(({ kind }) => kind === 'refund').map((fact) => [fact.source_id, fact]));
  return facts
    .flatMap((fact): Timed[] => {
      if (fact.kind === 'refund') return [{ fact, at: fact.at }];
      const failed = fact.kind === 'refund_failed' ? refunds.get(fact.source_id) : undefined;
      return failed ? [{ fact, at: laterOf(fact.at, failed.at), failed }] : [];
    })
    .toSorted(
      (a, b) =>
        Number(a.fact.announced_at === null) - Number(b.fact.announced_at === null) ||
        compareTexts(a.fact.announced_at ?? '', b.fact.announced_at ?? '') ||
        compareTexts(a.at, b.at) ||
        compareTexts(a.fact.kind, b.fact.kind) ||
        compareTexts(a.fact.source_id, b.fact.source_id),
    );
}

function refusalOf(refund: StoredFact, currency: string | null, left: number): string | undefined {
  if (refund.currency !== currency) return `is in ${refund.currency}, and the payment in ${currency}`;
  return (refund.amount ?? 0) > left ? `is ${refund.amount}, and only ${left} of the payment is left` : undefined;
}
