import { z } from 'zod';
import { amountField, currencyField, idField, textField } from '../../provider-port/event-fields.ts';
import type { Findings, PullRequest } from '../../provider-port/findings.ts';
import { payerOf } from '../../provider-port/payer.ts';
import { billingDetails, optionalReferenceField } from './event-object-fields.ts';
import { readObject, type StripeEvent } from './stripe-event.ts';

const Session = z.object({
  id: idField,
  payment_intent: optionalReferenceField,
  invoice: optionalReferenceField,
  amount_total: amountField.nullish(),
  currency: currencyField.nullish(),
  client_reference_id: textField,
  customer_details: billingDetails,
});

type Session = z.output<typeof Session>;

/** Returns the pull of the order or of the invoice of a session. */
function pullsOf({ payment_intent, invoice }: Session): PullRequest[] {
  if (payment_intent !== null) return [{ kind: 'order', reference: payment_intent }];
  return invoice === null ? [] : [{ kind: 'invoice', reference: invoice }];
}

/** Returns what `checkout.session.async_payment_succeeded` says, which is about a session with something to pay. */
export const paidSession = (event: StripeEvent): Findings => ({ pulls: pullsOf(readObject(Session, event)) });

/**
 * Returns what a completed checkout session says: the pull of its order or of its invoice. A session without anything to pay has no payment
 * intent, so the session itself is the order.
 */
export function completedSession(event: StripeEvent): Findings {
  const session = readObject(Session, event);
  const { id, payment_intent, invoice, amount_total, currency, client_reference_id, customer_details } = session;
  const pulls = pullsOf(session);
  if (payment_intent !== null || amount_total !== 0 || !currency) return { pulls };
  const fact = {
    kind: 'payment' as const,
    source_id: id,
    order: id,
    aliases: invoice === null ? [] : [invoice],
    amount: 0,
    currency,
    at: event.at,
    data: { payer: payerOf(customer_details), number: client_reference_id },
  };
  return { facts: [fact], pulls: [{ kind: 'order', reference: id }, ...pulls] };
}
