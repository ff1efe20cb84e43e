import { SIGNATURE_TOLERANCE_SECONDS } from '@space/contracts/commerce';
import Stripe from 'stripe';
import { type PaymentAdapter, SignatureError } from '../../provider-port/provider.ts';
import { checkSignatureTime, checkSignedBytes, parseObject, requiredText, usableSecrets } from '../../provider-port/webhook-checks.ts';

/**
 * Verifies a webhook of Stripe with the official library and checks of ours, since the library accepts times in the future, several
 * times in one header, and a byte order mark.
 */
export const verifyStripeWebhook: PaymentAdapter['verify'] = (body, headers, secrets, now) => {
  const header = headers['stripe-signature'] ?? '';
  const times = header.split(',').flatMap((part) => (part.trim().startsWith('t=') ? [part.trim().slice(2)] : []));
  if (times.length !== 1) throw new SignatureError('The header stripe-signature must have one time.');
  checkSignatureTime(times[0], now);
  checkSignedBytes(body);
  if (!usableSecrets(secrets).some((secret) => isSignedWith(secret, body, header, now)))
    throw new SignatureError('No signature fits the body.');
  const event = parseObject(body);
  return { id: requiredText(event, 'id'), type: requiredText(event, 'type'), body: event };
};

/** Returns whether one of the signatures of a header was made with a secret. The library throws for every other header. */
function isSignedWith(secret: string, body: Buffer, header: string, now: number): boolean {
  try {
    return Stripe.webhooks.signature!.verifyHeader(body, header, secret, SIGNATURE_TOLERANCE_SECONDS, undefined, now);
  } catch {
    return false;
  }
}
