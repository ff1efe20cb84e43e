/** Connected payment providers of a Space. */
export const MAX_PAYMENT_INTEGRATIONS_PER_SPACE = 20;

/** Bytes of a webhook of a payment provider. */
export const MAX_PROVIDER_WEBHOOK_BYTES = 524_288;

/** Webhooks of payment providers that one connection accepts a second. Refused ones are not counted. */
export const PROVIDER_WEBHOOKS_PER_SECOND = 100;

/** Webhooks a second that are refused, of one sender to one connection, or to connections that do not exist. */
export const REFUSED_WEBHOOKS_PER_SECOND = 50;

/** Seconds by which the time in the signature of a provider's webhook may differ from ours, in either direction. */
export const SIGNATURE_TOLERANCE_SECONDS = 300;

/** Days for which the body of a provider's webhook is stored, encrypted. */
export const PROVIDER_BODY_DAYS = 30;

/** Hours for which the previous signing secret of a connection is accepted after its rotation. */
export const PREVIOUS_SECRET_HOURS = 24;

/** An amount of money of a provider, in the smallest unit: sums of a thousand of them are exact in JSON. */
export const MAX_MONEY_UNITS = 9_000_000_000_000;

/** Items of an order. */
export const MAX_ORDER_ITEMS = 1_000;

/** Items of an order that its events show. */
export const MAX_EVENT_ITEMS = 20;

/** Days of a summary. */
export const MAX_SUMMARY_DAYS = 731;

/** Rows of a summary. */
export const MAX_SUMMARY_ROWS = 10_000;

/** Seconds after which a paid order is announced even if its items or its payer are not known. */
export const ORDER_COMPLETION_SECONDS = 60;

/** Seconds for which what follows a payment waits, so that it is announced in the order in which it happened (contract, J1). */
export const ORDER_EVENT_WAIT_SECONDS = 2;

/** Ids that a reconciliation names. */
export const MAX_MISSING_IDS = 100;
