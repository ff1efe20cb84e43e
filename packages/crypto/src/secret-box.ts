import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Encrypts what must be read back: signing secrets, account tokens, answers that hold a secret. */
export interface SecretBox {
  seal(plain: string): Buffer;
  /** Throws when no key of the box fits or a byte was changed. */
  open(sealed: Uint8Array): string;
}

const KEY_BYTES = 32;
const KEY_ID_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM under SPACE_SECRET_KEY: one key of 32 bytes in base64, or several with commas between them. The first
 * seals, all of them open, so a key is replaced by putting a new one in front and sealing everything again.
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
    seal(plain) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', first!.key, iv);
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([first!.id, iv, cipher.getAuthTag(), text]);
    },
    open(sealed) {
      const bytes = Buffer.from(sealed);
      const entry = ring.find(({ id }) => id.equals(bytes.subarray(0, KEY_ID_BYTES)));
      if (!entry) throw new Error('No key in SPACE_SECRET_KEY opens this secret; keep the old key behind the new one.');
      const iv = bytes.subarray(KEY_ID_BYTES, KEY_ID_BYTES + IV_BYTES);
      const tag = bytes.subarray(KEY_ID_BYTES + IV_BYTES, KEY_ID_BYTES + IV_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', entry.key, iv).setAuthTag(tag);
      return decipher.update(bytes.subarray(KEY_ID_BYTES + IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}
