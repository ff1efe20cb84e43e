import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';

/** Signs messages between the processes of one installation (ADR 19). */
export interface MessageSigner {
  /** Returns the signature of a text and a body. */
  sign(text: string, body: Uint8Array): string;
  /** Returns true if a process of this installation signed the text and the body. */
  verify(signature: string, text: string, body: Uint8Array): boolean;
}

const KEY_BYTES = 32;
/** Names the use of the derived key: the secret key itself signs nothing. */
const PURPOSE = 'space messages v1';
/** Keys whose signatures are compared: a rotation has two. */
const MAX_SIGNATURES = 4;
const SEPARATOR = '.';

/**
 * Returns the signer of SPACE_SECRET_KEY: HMAC-SHA256 under a key that HKDF derives from each key of the list. A
 * signature has one part per key, and one equal part suffices. So processes with the old key and processes with both keys
 * understand each other while a rotation restarts them one by one.
 */
export function createMessageSigner(secretKeys: string): MessageSigner {
  const keys = secretKeys.split(',').map((text) => derive(Buffer.from(text.trim(), 'base64')));
  return {
    sign: (text, body) => keys.map((key) => mac(key, text, body).toString('base64url')).join(SEPARATOR),
    verify(signature, text, body) {
      const given = signature.split(SEPARATOR, MAX_SIGNATURES).map((part) => Buffer.from(part, 'base64url'));
      return keys.some((key) => {
        const expected = mac(key, text, body);
        return given.some((part) => part.length === expected.length && timingSafeEqual(part, expected));
      });
    },
  };
}

const derive = (secretKey: Buffer): KeyObject => createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, '', PURPOSE, KEY_BYTES)));

/** Returns the MAC of a text and a body; the length of the text comes first, so that no other pair has the same input. */
const mac = (key: KeyObject, text: string, body: Uint8Array): Buffer =>
  createHmac('sha256', key).update(`${text.length}\n${text}`).update(body).digest();
