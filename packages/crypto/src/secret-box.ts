import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Encrypts values that must be read back: signing secrets, account tokens, stored responses that hold a secret. */
export interface SecretBox {
  /** The first bytes of everything that the first key encrypts. */
  readonly keyId: Buffer;
  /** Encrypts a text. `purpose` is authenticated with it: only `open` with the same purpose succeeds. */
  seal(plain: string, purpose?: string): Buffer;
  /** Decrypts what `seal` returned; throws when no key of the box fits, a byte was changed, or the purpose is another. */
  open(sealed: Uint8Array, purpose?: string): string;
}

const KEY_BYTES = 32;
const KEY_ID_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Returns a box that uses AES-256-GCM under SPACE_SECRET_KEY: one key of 32 bytes in base64, or several separated by
 * commas. The first key seals and all keys open, so a key is rotated by putting a new one in front and sealing everything
 * again (`npm run rotate-secret-key`).
 */
export function createSecretBox(keys: string): SecretBox {
  const ring = keys.split(',').map((text) => {
    const key = Buffer.from(text.trim(), 'base64');
    if (key.length !== KEY_BYTES)
      throw new Error(`SPACE_SECRET_KEY must be ${KEY_BYTES} bytes in base64 (openssl rand -base64 ${KEY_BYTES}).`);
    return { key, id: createHash('sha256').update(key).digest().subarray(0, KEY_ID_BYTES) };
  });
  const [first] = ring;
  return {
    keyId: first!.id,
    seal(plain, purpose = '') {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', first!.key, iv).setAAD(Buffer.from(purpose));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([first!.id, iv, cipher.getAuthTag(), text]);
    },
    open(sealed, purpose = '') {
      const bytes = Buffer.from(sealed);
      const entry = ring.find(({ id }) => id.equals(bytes.subarray(0, KEY_ID_BYTES)));
      if (!entry) throw new Error('No key in SPACE_SECRET_KEY opens this secret; keep the old key after the new one.');
      const iv = bytes.subarray(KEY_ID_BYTES, KEY_ID_BYTES + IV_BYTES);
      const tag = bytes.subarray(KEY_ID_BYTES + IV_BYTES, KEY_ID_BYTES + IV_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', entry.key, iv).setAAD(Buffer.from(purpose)).setAuthTag(tag);
      return decipher.update(bytes.subarray(KEY_ID_BYTES + IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}
