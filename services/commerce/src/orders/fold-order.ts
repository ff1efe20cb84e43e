import { compareTexts } from '../ordering/compare-texts.ts';
import type { FactData, FactKind, Payer, SoldItem } from '../provider-port/findings.ts';
import { type FoldedRefunds, foldRefunds } from './fold-refunds.ts';

/** A stored fact of an order. */
export interface StoredFact {
  readonly kind: FactKind;
  readonly source_id: string;
  /** The id of a refund or dispute; otherwise null. */
  readonly id: string | null;
  /** The id at the provider by which it names its order. */
  readonly reference: string;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly at: string;
  readonly data: FactData;
  readonly received_at: string;
  /** Null if it is not announced. */
  readonly announced_at: string | null;
  /** The reason why it was not counted when it was last looked at; else null. */
  readonly rejected: string | null;
  /** The webhook that said it first; null for a read at the provider. */
  readonly event_id: string | null;
}

/** An order as its facts say. */
export interface FoldedOrder {
  readonly status: 'pending' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'canceled';
  readonly dispute_status: 'open' | 'won' | 'lost' | null;
  /** The id at the provider: that of the payment, or of the first fact. */
  readonly reference: string;
  readonly number: string | null;
  readonly payer: Payer | null;
  /** The id of the payer at a provider that describes payers apart, or null. */
  readonly payer_reference: string | null;
  readonly description: string | null;
  readonly currency: string | null;
  readonly amount: number;
  readonly subtotal: number;
  readonly tax: number;
  readonly discount: number;
  readonly shipping: number;
  readonly refunded: number;
  readonly items: readonly SoldItem[];
  readonly paid_at: string | null;
  /** The time of the payment, or of the first fact. */
  readonly sorted_at: string;
  /** True if the items are known, or the provider said that there are none. */
  readonly has_lines: boolean;
  /** True if the items of an attempt to pay are known, or those of the payment. */
  readonly has_unpaid_lines: boolean;
  readonly refunds: FoldedRefunds;
}

/** Facts in the order of their times; equal times are ordered by kind and source id, so the order never depends on arrival. */
export const inOrder = (facts: readonly StoredFact[]): StoredFact[] =>
  facts.toSorted((a, b) => compareTexts(a.at, b.at) || compareTexts(a.kind, b.kind) || compareTexts(a.source_id, b.source_id));

/**
 * Computes an order from its facts. Several payments, such as those of one invoice, add up. The result depends on the set of facts,
 * not on the order in which they arrived. A refund above what is left of the payment is rejected.
 */
export function foldOrder(given: readonly StoredFact[]): FoldedOrder {
  const facts = inOrder(given);
  const first = (kind: FactKind): StoredFact | undefined => facts.find((fact) => fact.kind === kind);
  const payments = facts.filter(({ kind }) => kind === 'payment');
  const [payment] = payments;
  const paidLines = first('lines');
  const lines = paidLines ?? facts.findLast(({ kind }) => kind === 'unpaid_lines');
  const failure = facts.findLast(({ kind }) => kind === 'payment_failed');
  const money = payment ?? failure;
  const paid = payments.filter(({ currency }) => currency === payment!.currency).reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  const refunds = foldRefunds(payment ? facts : [], payment?.currency ?? null, paid);
  const amount = payment ? paid : (money?.amount ?? 0);
  const { refunded } = refunds;
  const tax = lines?.data.tax ?? payment?.data.tax ?? 0;
  const discount = lines?.data.discount ?? 0;
  const shipping = lines?.data.shipping ?? 0;
  return {
    status: statusOf(payment && paid, refunded, first('canceled'), failure),
    dispute_status: disputeStatusOf(facts),
    reference: payment?.reference ?? facts[0]!.reference,
    number: lines?.data.number ?? payment?.data.number ?? null,
    payer: lines?.data.payer ?? payment?.data.payer ?? failure?.data.payer ?? null,
    payer_reference: payment?.data.payer_reference ?? lines?.data.payer_reference ?? failure?.data.payer_reference ?? null,
    description: lines?.data.description ?? payment?.data.description ?? null,
    currency: money?.currency ?? facts.find(({ currency }) => currency !== null)?.currency ?? null,
    amount,
    subtotal: lines?.data.subtotal ?? amount - tax - shipping + discount,
    tax,
    discount,
    shipping,
    refunded,
    items: lines?.data.items ?? [],
    paid_at: payment?.at ?? null,
    sorted_at: payment?.at ?? facts[0]!.at,
    has_lines: paidLines !== undefined,
    has_unpaid_lines: lines !== undefined,
    refunds,
  };
}

function statusOf(
  paid: number | undefined,
  refunded: number,
  canceled: StoredFact | undefined,
  failure: StoredFact | undefined,
): FoldedOrder['status'] {
  if (paid !== undefined) {
    if (refunded === 0) return 'paid';
    return refunded < paid ? 'partially_refunded' : 'refunded';
  }
  if (canceled) return 'canceled';
  return failure ? 'failed' : 'pending';
}

function disputeStatusOf(facts: readonly StoredFact[]): FoldedOrder['dispute_status'] {
  const dispute = facts.findLast(({ kind }) => kind === 'dispute');
  if (!dispute) return null;
  return facts.find(({ kind, source_id }) => kind === 'dispute_end' && source_id === dispute.source_id)?.data.outcome ?? 'open';
}
