import { randomInt } from 'node:crypto';

const ALPHABET = '234567abcdefghijklmnopqrstuvwxyz';

/** Returns a record key of the AT Protocol for a time: 13 letters that sort by time (atproto.com/specs/tid). */
export function tid(milliseconds: number): string {
  let value = (BigInt(milliseconds) * 1_000n + BigInt(randomInt(1_000))) * 1_024n + BigInt(randomInt(1_024));
  let text = '';
  for (let index = 0; index < 13; index++) {
    text = ALPHABET[Number(value & 31n)] + text;
    value >>= 5n;
  }
  return text;
}
