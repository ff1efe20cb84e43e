import { z } from 'zod';
import { amountField, currencyField, idField, textField, unixField } from '../../provider-port/event-fields.ts';
import type { Fact, Findings } from '../../provider-port/findings.ts';
import { EventFieldError } from '../../provider-port/provider.ts';
import { optionalReferenceField } from './event-object-fields.ts';
import { readObject, type StripeEvent } from './stripe-event.ts';
import { transactionsSince } from './transactions-since.ts';

const Refund = z.object({
  id: idField,
  amount: amountField,
  currency: currencyField,
  payment_intent: optionalReferenceField,
  charge: optionalReferenceField,
  status: textField,
  reason: textField,
  failure_reason: textField,
  created: unixField,
});

/**
 * Returns a refund that succeeded; nothing for a refund in progress. An event does not say whether a failed refund had succeeded before,
 * so the fold over the facts decides which refunds count. A refund that is canceled ends with `refund.updated`, which says that its
 * status was another one; the end of one that failed has its own event.
 */
export function refundChanged(event: StripeEvent): Findings {
  const { status, created, reason, ...refund } = readObject(Refund, event);
  const pulls = [transactionsSince(event.at)];
  if (status === 'succeeded') return { facts: [{ ...factOf(refund), kind: 'refund', at: created, data: { reason } }], pulls };
  return status === 'canceled' && event.type === 'refund.updated' && event.previous.status !== undefined
    ? ended(refund, status, event)
    : {};
}

/** Returns the end of a refund of `refund.failed`, whose money came back. Other events about a refund that failed say nothing. */
export function refundFailed(event: StripeEvent): Findings {
  const refund = readObject(Refund, event);
  return refund.status === 'failed' ? ended(refund, refund.failure_reason ?? 'failed', event) : {};
}

type EndedRefund = Omit<z.output<typeof Refund>, 'status' | 'created' | 'reason'>;

const ended = (refund: EndedRefund, failure_code: string, { at }: StripeEvent): Findings => ({
  facts: [{ ...factOf(refund), kind: 'refund_failed', at, data: { failure_code } }],
  pulls: [transactionsSince(at)],
});

function factOf({ id, amount, currency, payment_intent, charge }: EndedRefund): Omit<Fact, 'kind' | 'at' | 'data'> {
  const order = payment_intent ?? charge;
  if (order === null) throw new EventFieldError('data.object.payment_intent', 'The refund names neither a payment_intent nor a charge.');
  return { source_id: id, order, aliases: charge === null || charge === order ? [] : [charge], amount, currency };
}
