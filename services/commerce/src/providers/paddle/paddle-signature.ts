import { createHmac, timingSafeEqual } from 'node:crypto';
import { type PaymentAdapter, SignatureError } from '../../provider-port/provider.ts';
import { checkSignatureTime, checkSignedBytes, parseObject, requiredText, usableSecrets } from '../../provider-port/webhook-checks.ts';

/** Signatures of one webhook; more are refused, since each one costs time. */
const MAX_SIGNATURES = 10;

/**
 * Verifies a webhook of Paddle: HMAC-SHA256 over `ts:body`, in hexadecimal. During a rotation of the secret the header has several
 * signatures.
 */
export const verifyPaddleWebhook: PaymentAdapter['verify'] = (body, headers, secrets, now) => {
  const parts = (headers['paddle-signature'] ?? '').split(';').map((part) => part.trim());
  const valuesOf = (name: string): string[] => parts.flatMap((part) => (part.startsWith(`${name}=`) ? [part.slice(name.length + 1)] : []));
  const times = valuesOf('ts');
  const signatures = valuesOf('h1');
  if (times.length !== 1) throw new SignatureError('The header paddle-signature must have one ts.');
  if (signatures.length === 0 || signatures.length > MAX_SIGNATURES)
    throw new SignatureError(`The header paddle-signature must have 1 to ${MAX_SIGNATURES} h1.`);
  checkSignatureTime(times[0], now);
  checkSignedBytes(body);
  const isSigned = usableSecrets(secrets).some((secret) => {
    const expected = createHmac('sha256', secret).update(`${times[0]}:`).update(body).digest('hex');
    return signatures.some((signature) => isEqual(signature, expected));
  });
  if (!isSigned) throw new SignatureError('No signature fits the body.');
  const event = parseObject(body);
  return { id: requiredText(event, 'event_id'), type: requiredText(event, 'event_type'), body: event };
};

const isEqual = (a: string, b: string): boolean =>
  Buffer.byteLength(a) === Buffer.byteLength(b) && timingSafeEqual(Buffer.from(a), Buffer.from(b));
