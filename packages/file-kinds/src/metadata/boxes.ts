import { assertInside, BrokenPicture } from './broken-picture.ts';

/** A box of an ISO media file: its beginning, the beginning of its content, and its end. */
export interface Box {
  readonly type: string;
  readonly at: number;
  readonly content: number;
  readonly end: number;
}

/** Boxes in one box; a picture with more has no reader. */
const MAX_BOXES = 10_000;

/** Returns the boxes between two places. Throws BrokenPicture. */
export function boxesIn(bytes: Buffer, from: number, to: number): readonly Box[] {
  const boxes: Box[] = [];
  for (let at = from; at < to; at = boxes.at(-1)!.end) {
    assertInside(bytes, at, at + 8);
    const short = bytes.readUInt32BE(at);
    const isLong = short === 1;
    if (isLong) assertInside(bytes, at, at + 16);
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short;
    const content = at + (isLong ? 16 : 8);
    const end = at + size;
    if (end < content || end > to) throw new BrokenPicture('a box is longer than what contains it');
    if (boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), at, content, end }) > MAX_BOXES)
      throw new BrokenPicture('it has too many boxes');
  }
  return boxes;
}

/** Returns the boxes in a box, after some bytes of its own. */
export function childrenOf(bytes: Buffer, { content, end }: Box, skipped = 0): readonly Box[] {
  assertInside(bytes, content, Math.min(content + skipped, end));
  return boxesIn(bytes, content + skipped, end);
}
