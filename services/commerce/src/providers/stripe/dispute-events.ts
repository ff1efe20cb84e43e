import { HOUR_MS } from '@space/time';
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
  balance_transactions: z.array(z.object({ amount: z.int(), created: unixField })).nullish(),
});

type Dispute = z.output<typeof Dispute>;

/**
 * An inquiry of the bank takes no money, and neither does a dispute that was prevented. An inquiry that escalates keeps its id, gets the
 * status of a dispute, and its money is withdrawn.
 */
const isWithoutMoney = (status: unknown): boolean => typeof status === 'string' && /^(warning_|prevented$)/.test(status);

/** Returns the dispute of `charge.dispute.created`; nothing for an inquiry. */
export function disputeCreated(event: StripeEvent): Findings {
  const dispute = readObject(Dispute, event);
  return isWithoutMoney(dispute.status) ? {} : begun(dispute, event);
}

/**
 * Returns the dispute of `charge.dispute.updated` that an inquiry became. Other updates say nothing: they come with evidence, or with
 * another time until which it can be sent.
 */
export function disputeUpdated(event: StripeEvent): Findings {
  const dispute = readObject(Dispute, event);
  const hasEscalated = isWithoutMoney(event.previous.status) && !isWithoutMoney(dispute.status);
  return hasEscalated && withdrawnAt(dispute) !== undefined ? begun(dispute, event) : {};
}

/** Returns the dispute of `charge.dispute.funds_withdrawn`. */
export const disputeWithdrawn = (event: StripeEvent): Findings => begun(readObject(Dispute, event), event);

/** The outcome of a closed dispute, by its status. One that was prevented took no money. */
const outcomes: Readonly<Record<string, 'won' | 'lost'>> = { won: 'won', lost: 'lost', prevented: 'won' };

/** Returns the end of a dispute of `charge.dispute.closed`; nothing for an inquiry. */
export function disputeClosed(event: StripeEvent): Findings {
  const dispute = readObject(Dispute, event);
  if (dispute.status === 'warning_closed') return {};
  const outcome = Object.hasOwn(outcomes, dispute.status) ? outcomes[dispute.status] : undefined;
  if (outcome === undefined) throw new EventFieldError('data.object.status', 'data.object.status must be that of a closed dispute.');
  return {
    facts: [{ ...factOf(dispute), kind: 'dispute_end', at: event.at, data: { outcome } }],
    pulls: [transactionsSince(event.at)],
  };
}

function begun(dispute: Dispute, event: StripeEvent): Findings {
  const data = { reason: dispute.reason, due_at: dispute.evidence_details?.due_by ?? null };
  return { facts: [{ ...factOf(dispute), kind: 'dispute', at: beginningOf(dispute), data }], pulls: [transactionsSince(event.at)] };
}

/** The time in which Stripe withdraws the money of a dispute that was no inquiry before, in milliseconds. */
const WITHDRAWAL_DELAY_MS = HOUR_MS;

/**
 * Returns the time at which a dispute began: that of its withdrawal if it was an inquiry before, and otherwise that of the dispute. It is
 * the same in every event of a dispute, also in one that does not list the withdrawal yet.
 */
function beginningOf(dispute: Dispute): string {
  const withdrawn = withdrawnAt(dispute);
  return withdrawn !== undefined && Date.parse(withdrawn) - Date.parse(dispute.created) > WITHDRAWAL_DELAY_MS ? withdrawn : dispute.created;
}

/** Returns the time at which the money of a dispute was first withdrawn; undefined if no withdrawal is listed. */
const withdrawnAt = ({ balance_transactions }: Dispute): string | undefined =>
  (balance_transactions ?? [])
    .filter(({ amount }) => amount < 0)
    .map(({ created }) => created)
    .toSorted()[0];

function factOf({ id, amount, currency, payment_intent, charge }: Dispute): Omit<Fact, 'kind' | 'at' | 'data'> {
  const order = payment_intent ?? charge;
  if (order === null) throw new EventFieldError('data.object.payment_intent', 'The dispute names neither a payment_intent nor a charge.');
  return { source_id: id, order, aliases: charge === null || charge === order ? [] : [charge], amount, currency };
}
