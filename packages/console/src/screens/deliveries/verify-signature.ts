/** The result of a check of a signature. */
export type Verified = 'matches' | 'differs' | 'unavailable';

/** Returns the HMAC-SHA256 of a text with a secret, in hex, made by the browser. */
async function hmacHex(secret: string, text: string): Promise<string> {
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the `v1` of a Service-Signature header. */
export const signatureOf = (header: string): string | undefined => /(?:^|,)\s*v1=([0-9a-f]+)/.exec(header)?.[1];

/**
 * Verifies a signature in the browser: the secret goes nowhere. A page of plain http has no cryptography, except on
 * localhost.
 */
export async function verifySignature(secret: string, stringToSign: string, header: string): Promise<Verified> {
  if (globalThis.crypto?.subtle === undefined) return 'unavailable';
  return (await hmacHex(secret.trim(), stringToSign)) === signatureOf(header) ? 'matches' : 'differs';
}
