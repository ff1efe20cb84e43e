import { typeid } from 'typeid-js';

/** Returns a new id of a block: `blk_` and a UUIDv7 in base32. */
export function newBlockId(): string {
  return typeid('blk').toString();
}
