import Stripe from 'stripe';
import type { GuardedFetch } from './guarded-fetch.ts';

/** The version of the API whose answers are read; the version of the library is tested against it. */
const API_VERSION = '2026-10-28.endive';

/** Milliseconds for one request. */
const REQUEST_TIMEOUT_MS = 20_000;

/** The access to an account of Stripe. */
export interface StripeAccess {
  /** The address of the API. */
  readonly address: string;
  readonly key: string;
  readonly fetch: GuardedFetch;
}

/** Returns the official client. It sends through `fetch` only, repeats nothing by itself and reports no telemetry. */
export function createStripeClient({ address, key, fetch }: StripeAccess): Stripe {
  const { protocol, hostname, port } = new URL(address);
  return new Stripe(key, {
    apiVersion: API_VERSION,
    httpClient: Stripe.createFetchHttpClient(fetch as unknown as typeof globalThis.fetch),
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port),
    maxNetworkRetries: 0,
    timeout: REQUEST_TIMEOUT_MS,
    telemetry: false,
  });
}
