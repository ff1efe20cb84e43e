import { z } from 'zod';
import { amountField, currencyField, idField, optionalUnixField, textField, unixField } from '../../provider-port/event-fields.ts';
import type { Fact, Findings } from '../../provider-port/findings.ts';
import { EventFieldError } from '../../provider-port/provider.ts';
import { optionalReferenceField } from './event-object-fields.ts';
import { readObject, type StripeEvent } from './stripe-event.ts';
import { transactionsSince } from './transactions-since.ts';

const Dispute = z.object({
  id: idField,
  amount: amountField,
  currency: currencyField,
  payment_intent: optionalReferenceField,
  charge: optionalReferenceField,
  status: z.string(),
  reason: textField,
  created: unixField,
  evidence_details: z.object({ due_by: optionalUnixField }).nullish(),
});

/** The outcome of a closed dispute, by its status. An inquiry that was closed, or a dispute that was prevented, took no money. */
const outcomes: Readonly<Record<string, 'won' | 'lost'>> = { won: 'won', lost: 'lost', warning_closed: 'won', prevented: 'won' };

/** Returns the dispute of `charge.dispute.created`. */
export function disputeCreated(event: StripeEvent): Findings {
  const dispute = readObject(Dispute, event);
  const { created, reason, evidence_details } = dispute;
  return {
    facts: [{ ...factOf(dispute), kind: 'dispute', at: created, data: { reason, due_at: evidence_details?.due_by ?? null } }],
    pulls: [transactionsSince(event.at)],
  };
}

/** Returns the end of a dispute of `charge.dispute.closed`. */
export function disputeClosed(event: StripeEvent): Findings {
  const dispute = readObject(Dispute, event);
  const outcome = Object.hasOwn(outcomes, dispute.status) ? outcomes[dispute.status] : undefined;
  if (outcome === undefined) throw new EventFieldError('data.object.status', 'data.object.status must be that of a closed dispute.');
  return {
    facts: [{ ...factOf(dispute), kind: 'dispute_end', at: event.at, data: { outcome } }],
    pulls: [transactionsSince(event.at)],
  };
}

function factOf({ id, amount, currency, payment_intent, charge }: z.output<typeof Dispute>): Omit<Fact, 'kind' | 'at' | 'data'> {
  const order = payment_intent ?? charge;
  if (order === null) throw new EventFieldError('data.object.payment_intent', 'The dispute names neither a payment_intent nor a charge.');
  return { source_id: id, order, aliases: charge === null || charge === order ? [] : [charge], amount, currency };
}
