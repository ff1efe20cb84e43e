import { contract } from '../core/operation.ts';
import { publicWebhook } from '../core/public-page.ts';
import * as billingTypes from './billing.events.ts';
import { MAX_PROVIDER_WEBHOOK_BYTES } from './limits.ts';
import * as orderTypes from './orders.events.ts';

/** Webhooks of payment providers at `/in/{integration_id}` of the public origin (contract, J8), and the work that follows from them. */
export const paymentWebhooks = contract({
  name: 'payment_webhooks',
  service: 'commerce',
  tag: 'Webhooks of payment providers',
  description: 'Receives the signed webhooks of connected payment providers.',
  operations: {
    receive: publicWebhook({
      summary: 'Receive a webhook of a payment provider',
      path: '/in/:id',
      headers: ['stripe-signature', 'paddle-signature', 'webhook-id', 'webhook-timestamp', 'webhook-signature'],
      max_body_bytes: MAX_PROVIDER_WEBHOOK_BYTES,
      emits: [
        orderTypes.commerceOrderPaid,
        orderTypes.commerceOrderRefunded,
        orderTypes.commerceRefundFailed,
        orderTypes.commerceOrderDisputed,
        orderTypes.commerceDisputeClosed,
        orderTypes.commercePaymentFailed,
        billingTypes.commerceInvoicePaid,
        billingTypes.commerceInvoiceOverdue,
        billingTypes.commerceSubscriptionStarted,
        billingTypes.commerceSubscriptionChanged,
        billingTypes.commerceSubscriptionEnded,
        billingTypes.walletPayoutPaid,
        billingTypes.walletPayoutFailed,
        billingTypes.walletReconciliationFailed,
      ],
    }),
  },
});
