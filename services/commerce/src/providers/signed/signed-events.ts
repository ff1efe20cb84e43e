import { readFields } from '../../provider-port/event-fields.ts';
import type { Findings } from '../../provider-port/findings.ts';
import type { PaymentAdapter } from '../../provider-port/provider.ts';
import { paidOrder } from './paid-order.ts';
import { SignedEvent, signedEventTypes } from './signed-event.ts';
import {
  canceledOrder,
  closedDispute,
  disputedOrder,
  failedPayment,
  failedPayout,
  failedRefund,
  paidPayout,
  refundedOrder,
} from './signed-facts.ts';
import { describedInvoice, describedSubscription, statedBalance } from './signed-snapshots.ts';

/** Returns what an event of a shop says; null for a type that the published schema does not have. Throws EventFieldError. */
export const readSignedEvent: PaymentAdapter['read'] = ({ id, type, body }) =>
  signedEventTypes.has(type) ? findingsOf(readFields(SignedEvent, body), id) : null;

function findingsOf(event: SignedEvent, event_id: string): Findings {
  switch (event.type) {
    case 'order.paid':
      return paidOrder(event.data);
    case 'order.refunded':
      return refundedOrder(event.data);
    case 'refund.failed':
      return failedRefund(event.data);
    case 'order.disputed':
      return disputedOrder(event.data);
    case 'dispute.closed':
      return closedDispute(event.data);
    case 'payment.failed':
      return failedPayment(event.data, event_id);
    case 'order.canceled':
      return canceledOrder(event.data);
    case 'payout.paid':
      return paidPayout(event.data);
    case 'payout.failed':
      return failedPayout(event.data);
    case 'invoice.updated':
      return describedInvoice(event.data);
    case 'subscription.updated':
      return describedSubscription(event.data);
    case 'balance.stated':
      return statedBalance(event.data);
  }
}
