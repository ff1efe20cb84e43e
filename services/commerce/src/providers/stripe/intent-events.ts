import { z } from 'zod';
import { amountField, currencyField, idField, optionalUnixField, textField } from '../../provider-port/event-fields.ts';
import type { Findings } from '../../provider-port/findings.ts';
import { payerOf } from '../../provider-port/payer.ts';
import { billingDetails, optionalReferenceField } from './event-object-fields.ts';
import { readObject, type StripeEvent } from './stripe-event.ts';
import { transactionsSince } from './transactions-since.ts';

const intent = { id: idField, currency: currencyField, receipt_email: textField } as const;

const Succeeded = z.object({ ...intent, latest_charge: optionalReferenceField, amount_received: amountField, description: textField });

/** Returns the payment of `payment_intent.succeeded`, and the pulls of its items and of its balance transaction. */
export function succeededIntent(event: StripeEvent): Findings {
  const { id, currency, latest_charge, receipt_email, amount_received, description } = readObject(Succeeded, event);
  return {
    facts: [
      {
        kind: 'payment',
        source_id: id,
        order: id,
        aliases: latest_charge === null ? [] : [latest_charge],
        amount: amount_received,
        currency,
        at: event.at,
        data: { payer: payerOf({ email: receipt_email }), description },
      },
    ],
    pulls: [{ kind: 'order', reference: id }, transactionsSince(event.at)],
  };
}

const Failed = z.object({
  ...intent,
  amount: amountField,
  last_payment_error: z
    .object({
      code: z.string().nullish(),
      decline_code: z.string().nullish(),
      charge: z.string().nullish(),
      payment_method: z.object({ billing_details: billingDetails }).nullish(),
    })
    .nullish(),
});

/**
 * Returns the failed attempt of `payment_intent.payment_failed`, and the pull of its items. Its source is the charge, since a payment can
 * fail several times. An attempt that failed before a charge was made has its event as the source: the latest charge is that of an
 * earlier attempt.
 */
export function failedIntent(event: StripeEvent): Findings {
  const { id, amount, currency, receipt_email, last_payment_error } = readObject(Failed, event);
  return {
    facts: [
      {
        kind: 'payment_failed',
        source_id: last_payment_error?.charge ?? event.id,
        order: id,
        amount,
        currency,
        at: event.at,
        data: {
          payer: payerOf(last_payment_error?.payment_method?.billing_details, { email: receipt_email }),
          failure_code: last_payment_error?.decline_code ?? last_payment_error?.code ?? null,
          awaits_lines: true,
        },
      },
    ],
    pulls: [{ kind: 'order', reference: id }],
  };
}

const Canceled = z.object({ id: idField, canceled_at: optionalUnixField, cancellation_reason: textField });

/** Returns the end of `payment_intent.canceled`. */
export function canceledIntent(event: StripeEvent): Findings {
  const { id, canceled_at, cancellation_reason } = readObject(Canceled, event);
  return {
    facts: [
      {
        kind: 'canceled',
        source_id: id,
        order: id,
        amount: null,
        currency: null,
        at: canceled_at ?? event.at,
        data: { reason: cancellation_reason },
      },
    ],
  };
}
