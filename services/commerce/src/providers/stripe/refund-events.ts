import { z } from 'zod';
import { amountField, currencyField, idField, textField, unixField } from '../../provider-port/event-fields.ts';
import type { Findings } from '../../provider-port/findings.ts';
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
 * Returns a refund that succeeded, or one that failed or was canceled; nothing for a refund in progress. An event does not say whether a
 * failed refund had succeeded before, so the fold over the facts decides which refunds count.
 */
export function refundChanged(event: StripeEvent): Findings {
  const { id, amount, currency, payment_intent, charge, status, reason, failure_reason, created } = readObject(Refund, event);
  const order = payment_intent ?? charge;
  if (order === null) throw new EventFieldError('data.object.payment_intent', 'The refund names neither a payment_intent nor a charge.');
  const fact = { source_id: id, order, aliases: charge === null || charge === order ? [] : [charge], amount, currency };
  const pulls = [transactionsSince(event.at)];
  if (status === 'succeeded') return { facts: [{ ...fact, kind: 'refund', at: created, data: { reason } }], pulls };
  if (status === 'failed' || status === 'canceled')
    return { facts: [{ ...fact, kind: 'refund_failed', at: event.at, data: { failure_code: failure_reason ?? status } }], pulls };
  return {};
}
