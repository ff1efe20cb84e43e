import type { WebhookEvent } from './contracts.ts';
import { SIGNATURE_TOLERANCE_SECONDS } from './gen/signature.ts';

export type { WebhookEvent } from './contracts.ts';

/** Thrown for a delivery that must not be trusted; the message is the reason. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
}

/** A received delivery: its raw body, before any parsing, and its headers. */
export interface ReceivedWebhook {
  readonly body: string | Uint8Array;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Settings of a verification. */
export interface VerifyOptions {
  /** The time in milliseconds since 1970; default now. */
  readonly now?: number;
}

/**
 * Returns the event of a delivery, or rejects with WebhookVerificationError, also for a secret or a body that is missing. The signature is an HMAC-SHA256 over
 * `<t>.<raw body>` with the whole secret (whsec_…), compared in constant time. A `t` more than 300 seconds away is
 * rejected. Deduplicate by the event's `id`: a delivery can arrive more than once.
 */
export async function verifyWebhook(
  received: ReceivedWebhook,
  secret: string,
  { now = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  if (typeof secret !== 'string' || secret === '')
    throw new WebhookVerificationError('The secret is empty: pass the `secret` of the webhook, whsec_…, for example from the environment.');
  const bytes = bytesOf(received?.body);
  const { timestamp, signature } = readSignature(headerOf(received.headers, 'service-signature'));
  // A time that is no number is refused too.
  if (!(Math.abs(now / 1_000 - Number(timestamp)) <= SIGNATURE_TOLERANCE_SECONDS))
    throw new WebhookVerificationError('The signature is too old or from the future; check the clock of this machine.');
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const isValid = await crypto.subtle.verify('HMAC', key, signature, joined(new TextEncoder().encode(`${timestamp}.`), bytes));
  if (!isValid) throw new WebhookVerificationError('The signature does not match: wrong secret, or the body was changed.');
  return parseEvent(bytes);
}

/** Returns the bytes of a raw body. A program without types may pass anything, such as the object of a parser. */
function bytesOf(body: unknown): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (!ArrayBuffer.isView(body)) throw new WebhookVerificationError('The body must be the raw text or bytes, before any parsing.');
  return body as Uint8Array;
}

function parseEvent(bytes: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
  } catch {
    throw new WebhookVerificationError('The body is not JSON.');
  }
}

function readSignature(header: string | undefined): { readonly timestamp: string; readonly signature: Uint8Array<ArrayBuffer> } {
  if (!header) throw new WebhookVerificationError('The Service-Signature header is missing.');
  const parts = new Map(header.split(',').map((part) => part.trim().split('=', 2) as [string, string]));
  const timestamp = parts.get('t') ?? '';
  const hex = parts.get('v1') ?? '';
  if (!/^\d{1,12}$/.test(timestamp) || !/^(?:[0-9a-f]{2})+$/i.test(hex))
    throw new WebhookVerificationError('The Service-Signature header is not t=<seconds>,v1=<hex>.');
  return { timestamp, signature: Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)) };
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

function headerOf(headers: ReceivedWebhook['headers'] | undefined, name: string): string | undefined {
  if (!headers) return undefined;
  if (isHeaders(headers)) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.[0];
}

/** Returns true for the headers of any runtime; a record has no function as a value. */
const isHeaders = (headers: ReceivedWebhook['headers']): headers is Headers => typeof headers.get === 'function';
