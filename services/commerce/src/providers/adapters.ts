export { paymentAdapters } from './adapters/payment-adapters.ts';
export type { PaymentAdapters } from './provider.ts';
