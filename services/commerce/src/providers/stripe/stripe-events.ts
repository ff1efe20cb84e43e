import { z } from 'zod';
import { readFields, unixField } from '../../provider-port/event-fields.ts';
import type { Findings, PullRequest } from '../../provider-port/findings.ts';
import { EventFieldError, type PaymentAdapter, type ProviderEvent } from '../../provider-port/provider.ts';
import { disputeClosed, disputeCreated, disputeUpdated, disputeWithdrawn } from './dispute-events.ts';
import { canceledIntent, failedIntent, succeededIntent } from './intent-events.ts';
import { deletedPrice, deletedProduct } from './product-events.ts';
import { refundChanged, refundFailed } from './refund-events.ts';
import { completedSession, paidSession } from './session-events.ts';
import { readObject, type StripeEvent } from './stripe-event.ts';
import { transactionsSince } from './transactions-since.ts';

const Envelope = z.object({
  livemode: z.boolean(),
  created: unixField,
  data: z.object({
    object: z.record(z.string(), z.unknown()),
    previous_attributes: z
      .record(z.string(), z.unknown())
      .nullish()
      .transform((previous) => previous ?? {}),
  }),
});

const Identified = z.object({ id: z.string().min(1) });

const pull =
  (kind: PullRequest['kind']) =>
  (event: StripeEvent): Findings => ({ pulls: [{ kind, reference: readObject(Identified, event).id }] });

/** A dispute that is won may give back its money after it was closed. */
const reinstated = (event: StripeEvent): Findings => ({ pulls: [transactionsSince(event.at)] });

const payout = (event: StripeEvent): Findings => ({ pulls: [...pull('payout')(event).pulls!, transactionsSince(event.at)] });

/** The event types with a rule of their own. */
const readers: Readonly<Record<string, (event: StripeEvent) => Findings>> = {
  'payment_intent.succeeded': succeededIntent,
  'payment_intent.payment_failed': failedIntent,
  'payment_intent.canceled': canceledIntent,
  'refund.created': refundChanged,
  'refund.updated': refundChanged,
  'refund.failed': refundFailed,
  'charge.refund.updated': refundChanged,
  'charge.dispute.created': disputeCreated,
  'charge.dispute.updated': disputeUpdated,
  'charge.dispute.funds_withdrawn': disputeWithdrawn,
  'charge.dispute.funds_reinstated': reinstated,
  'charge.dispute.closed': disputeClosed,
  'checkout.session.completed': completedSession,
  'checkout.session.async_payment_succeeded': paidSession,
  'product.deleted': deletedProduct,
  'price.deleted': deletedPrice,
};

/** The families of event types whose object is read again: the body of an event may be older than what is known. */
const families: readonly (readonly [prefix: string, read: (event: StripeEvent) => Findings])[] = [
  ['invoice.', pull('invoice')],
  ['customer.subscription.', pull('subscription')],
  ['product.', pull('product')],
  ['price.', pull('price')],
  ['payout.', payout],
];

/** An upcoming invoice does not exist yet, and has no id. */
const unused: ReadonlySet<string> = new Set(['invoice.upcoming']);

/** Returns what an event of Stripe says; null for a type that is not used. Throws EventFieldError, also for an event of the other mode. */
export const readStripeEvent: PaymentAdapter['read'] = (event, mode) => {
  const read = readerOf(event);
  if (read === undefined) return null;
  const { livemode, created, data } = readFields(Envelope, event.body);
  if (livemode !== (mode === 'live'))
    throw new EventFieldError(
      'livemode',
      `The event is of the ${livemode ? 'live' : 'test'} mode; this connection is of the ${mode} mode.`,
    );
  return read({ id: event.id, type: event.type, at: created, object: data.object, previous: data.previous_attributes });
};

function readerOf({ type }: ProviderEvent): ((event: StripeEvent) => Findings) | undefined {
  if (Object.hasOwn(readers, type)) return readers[type];
  return unused.has(type) ? undefined : families.find(([prefix]) => type.startsWith(prefix))?.[1];
}
