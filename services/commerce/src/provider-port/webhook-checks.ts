import { isUtf8 } from 'node:buffer';
import { SIGNATURE_TOLERANCE_SECONDS } from '@space/contracts/commerce';
import { NoEventError, SignatureError } from './provider.ts';

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/**
 * Checks the time in a signature against the clock: seconds since 1970 in digits, and at most SIGNATURE_TOLERANCE_SECONDS before or
 * after. Returns the seconds. Throws SignatureError.
 */
export function checkSignatureTime(text: string | undefined, now: number): number {
  if (text === undefined || !/^\d{1,12}$/.test(text)) throw new SignatureError('The signature has no time.');
  const seconds = Number(text);
  const difference = Math.floor(now / 1_000) - seconds;
  if (difference > SIGNATURE_TOLERANCE_SECONDS) throw new SignatureError('The time of the signature is too old.');
  if (difference < -SIGNATURE_TOLERANCE_SECONDS) throw new SignatureError('The time of the signature is in the future.');
  return seconds;
}

/** Throws SignatureError for bytes that a decoder would change: a byte order mark is dropped, and a wrong byte is replaced. */
export function checkSignedBytes(body: Buffer): void {
  if (body.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)) throw new SignatureError('The body begins with a byte order mark.');
  if (!isUtf8(body)) throw new SignatureError('The body is not UTF-8.');
}

/** Returns the signing secrets without empty ones. Throws SignatureError if none is left. */
export function usableSecrets(secrets: readonly string[]): readonly string[] {
  const usable = secrets.filter((secret) => secret.trim() !== '');
  if (usable.length === 0) throw new SignatureError('The connection has no signing secret.');
  return usable;
}

/** Returns the JSON object of a verified body. Throws NoEventError. */
export function parseObject(body: Buffer): Readonly<Record<string, unknown>> {
  if (body[0] !== 0x7b) throw new NoEventError('The body is not a JSON object.');
  try {
    return JSON.parse(body.toString()) as Record<string, unknown>;
  } catch {
    throw new NoEventError('The body is not JSON.');
  }
}

/** Returns a text of a verified body, such as its id or its type. Throws NoEventError. */
export function requiredText(body: Readonly<Record<string, unknown>>, name: string): string {
  const text = body[name];
  if (typeof text !== 'string' || !/^[^\p{C}]{1,255}$/u.test(text)) throw new NoEventError(`The body has no ${name}.`);
  return text;
}
