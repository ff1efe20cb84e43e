import { assertInside, BrokenPicture } from './broken-picture.ts';
import { retainedParts } from './retained-parts.ts';

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
/** The applications whose extension says how often an animation is shown. */
const loops = ['NETSCAPE2.0', 'ANIMEXTS1.0'];

/** Returns the bytes of the colour table that a field of flags announces. */
const tableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0);

/** Returns the parts of a GIF picture without comments and the metadata of programs. */
export function stripGif(bytes: Buffer): readonly Buffer[] {
  const parts = retainedParts(bytes);
  assertInside(bytes, 0, 13);
  let at = 13 + tableBytes(bytes[10]!);
  assertInside(bytes, 0, at);
  parts.retain(0, at);
  for (;;) {
    assertInside(bytes, at, at + 1);
    const kind = bytes[at];
    const end = kind === IMAGE ? endOfImage(bytes, at) : kind === EXTENSION ? endOfBlocks(bytes, at + 2) : at + 1;
    if (kind !== EXTENSION || isNeeded(bytes, at)) parts.retain(at, end);
    if (kind === TRAILER) return parts.all();
    if (kind !== IMAGE && kind !== EXTENSION) throw new BrokenPicture('a block is of no kind');
    at = end;
  }
}

const isNeeded = (bytes: Buffer, at: number): boolean =>
  bytes[at + 1] === GRAPHIC_CONTROL || (bytes[at + 1] === APPLICATION && loops.includes(bytes.toString('latin1', at + 3, at + 14)));

function endOfImage(bytes: Buffer, at: number): number {
  assertInside(bytes, at, at + 10);
  return endOfBlocks(bytes, at + 10 + tableBytes(bytes[at + 9]!) + 1);
}

/** Returns the end of blocks that each begin with their size; the last one is empty. */
function endOfBlocks(bytes: Buffer, from: number): number {
  for (let at = from; ; ) {
    assertInside(bytes, at, at + 1);
    const size = bytes[at]!;
    at += 1 + size;
    if (size === 0) return at;
  }
}
