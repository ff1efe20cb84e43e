import type { Bound } from '../core/bound.ts';
import * as limits from './limits.ts';

/** Bounds of payment providers, orders and the ledger. */
export const commerceBounds: readonly Bound[] = [
  {
    subject: 'connections to payment providers',
    value: limits.MAX_PAYMENT_INTEGRATIONS_PER_SPACE,
    unit: 'connections',
    per: 'Space',
    refusal: 'limit_reached',
  },
  {
    subject: 'webhook of a payment provider',
    value: limits.MAX_PROVIDER_WEBHOOK_BYTES,
    unit: 'bytes',
    per: 'request',
    refusal: 'too_large',
  },
  {
    subject: 'webhooks of a payment provider',
    value: limits.PROVIDER_WEBHOOKS_PER_SECOND,
    unit: 'a second',
    per: 'connection',
    refusal: 'limited',
  },
  {
    subject: 'webhooks of one sender that are refused or in progress, to a connection to a payment provider or to unknown connections',
    value: limits.REFUSED_WEBHOOKS_PER_SECOND,
    unit: 'a second',
    per: 'network',
    refusal: 'limited',
  },
  {
    subject: 'difference of the time in a signature of a payment provider',
    value: limits.SIGNATURE_TOLERANCE_SECONDS,
    unit: 'seconds',
    per: 'request',
    refusal: 'invalid',
  },
  {
    subject: 'storage of the body of a webhook of a payment provider',
    value: limits.PROVIDER_BODY_DAYS,
    unit: 'days',
    per: 'connection',
    effect: 'deleted',
  },
  {
    subject: 'validity of the previous signing secret of a connection',
    value: limits.PREVIOUS_SECRET_HOURS,
    unit: 'hours',
    per: 'connection',
    effect: 'refused',
  },
  {
    subject: 'amount of money in a webhook of a payment provider',
    value: limits.MAX_MONEY_UNITS,
    unit: 'of the smallest unit of the currency',
    per: 'request',
    refusal: 'invalid',
  },
  { subject: 'items of an order', value: limits.MAX_ORDER_ITEMS, unit: 'items', per: 'Space', effect: 'cut' },
  { subject: 'items of an order in its events', value: limits.MAX_EVENT_ITEMS, unit: 'items', per: 'request', effect: 'cut' },
  {
    subject: 'time until a paid order is announced without its items or payer',
    value: limits.ORDER_COMPLETION_SECONDS,
    unit: 'seconds',
    per: 'Space',
    effect: 'announced',
  },
  {
    subject: 'time until what follows a payment is announced',
    value: limits.ORDER_EVENT_WAIT_SECONDS,
    unit: 'seconds',
    per: 'Space',
    effect: 'announced',
  },
  { subject: 'days of a summary of money', value: limits.MAX_SUMMARY_DAYS, unit: 'days', per: 'request', refusal: 'invalid' },
  { subject: 'rows of a summary of money', value: limits.MAX_SUMMARY_ROWS, unit: 'rows', per: 'request', refusal: 'invalid' },
  { subject: 'missing ids of a reconciliation', value: limits.MAX_MISSING_IDS, unit: 'ids', per: 'connection', effect: 'cut' },
];
