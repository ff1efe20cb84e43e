import { createHmac, timingSafeEqual } from 'node:crypto';
import { type PaymentAdapter, SignatureError, type WebhookHeaders } from '../../provider-port/provider.ts';
import { checkSignatureTime, checkSignedBytes, parseObject, requiredText, usableSecrets } from '../../provider-port/webhook-checks.ts';

/** Signatures of one webhook; more are refused, since each one costs time. */
const MAX_SIGNATURES = 10;

const SECRET_PREFIX = 'whsec_';

/**
 * Verifies a webhook as Standard Webhooks says (standardwebhooks.com). Tests compare it with the official library, which hashes in
 * JavaScript. A header that was sent twice has a comma or a space where none may be, and is refused.
 */
export const verifySignedWebhook: PaymentAdapter['verify'] = (body, headers, secrets, now) => {
  const id = header(headers, 'webhook-id', /^[\x21-\x2b\x2d-\x7e]{1,255}$/);
  const seconds = checkSignatureTime(headers['webhook-timestamp'], now);
  const signatures = header(headers, 'webhook-signature', /^v\d+a?,[\w+/=-]+( v\d+a?,[\w+/=-]+)*$/).split(' ');
  if (signatures.length > MAX_SIGNATURES)
    throw new SignatureError(`The header webhook-signature has more than ${MAX_SIGNATURES} signatures.`);
  checkSignedBytes(body);
  const expected = usableSecrets(secrets).map((secret) => signatureOf(secret, id, seconds, body));
  if (!expected.some((one) => signatures.some((signature) => isEqual(one, Buffer.from(signature)))))
    throw new SignatureError('No signature fits the body.');
  const event = parseObject(body);
  return { id, type: requiredText(event, 'type'), body: event };
};

function header(headers: WebhookHeaders, name: string, form: RegExp): string {
  const text = headers[name] ?? '';
  if (!form.test(text)) throw new SignatureError(`The header ${name} is missing or has a wrong form.`);
  return text;
}

function signatureOf(secret: string, id: string, seconds: number, body: Buffer): Buffer {
  const hash = createHmac('sha256', signingKey(secret)).update(`${id}.${seconds}.`).update(body).digest('base64');
  return Buffer.from(`v1,${hash}`);
}

/** Returns the bytes of a secret. Throws SignatureError for base64 that an encoder would not write: a decoder would drop a part of it. */
function signingKey(secret: string): Buffer {
  const text = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  const key = Buffer.from(text, 'base64');
  if (key.length === 0 || key.toString('base64') !== text)
    throw new SignatureError('The signing secret of the connection has a wrong form.');
  return key;
}

const isEqual = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
