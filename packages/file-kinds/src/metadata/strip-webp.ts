import { assertInside, BrokenPicture } from './broken-picture.ts';
import { exifOf, readOrientation } from './orientation.ts';
import { retainedParts } from './retained-parts.ts';

/** The chunks by which a picture is drawn. */
const needed = new Set(['VP8X', 'ICCP', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L']);

const HEADER_BYTES = 12;
/** The bits of the flags of VP8X that say that EXIF and XMP follow. */
const EXIF = 0x08;
const XMP = 0x04;

/** Returns the parts of a WebP picture without metadata. What follows the picture is left out. */
export function stripWebp(bytes: Buffer): readonly Buffer[] {
  assertInside(bytes, 0, HEADER_BYTES);
  const all = HEADER_BYTES - 4 + bytes.readUInt32LE(4);
  assertInside(bytes, HEADER_BYTES, all);
  const parts = retainedParts(bytes);
  let orientation = 1;
  for (let at = HEADER_BYTES; at < all; ) {
    assertInside(bytes, at, at + 8);
    const size = bytes.readUInt32LE(at + 4);
    const type = bytes.toString('latin1', at, at + 4);
    // The last chunk may lack its padding.
    const end = Math.min(at + 8 + size + (size % 2), all);
    assertInside(bytes, at + 8 + size, end);
    if (type === 'EXIF') orientation = readOrientation(bytes.subarray(at + 8, end));
    if (needed.has(type)) parts.retain(at, end);
    at = end;
  }
  const [first, ...others] = parts.all();
  if (!first) throw new BrokenPicture('it has no pixels');
  const isExtended = first.toString('latin1', 0, 4) === 'VP8X' && first.length > 8;
  const flagged = Buffer.from(first);
  if (isExtended) flagged[8] = (first[8]! & ~(EXIF | XMP)) | (orientation === 1 ? 0 : EXIF);
  const stripped = [flagged, ...others, ...(isExtended && orientation !== 1 ? [exifChunk(orientation)] : [])];
  return [header(stripped), ...stripped];
}

function header(chunks: readonly Buffer[]): Buffer {
  const bytes = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  const size = chunks.reduce((sum, { length }) => sum + length, 0);
  bytes.writeUInt32LE(4 + size, 4);
  return bytes;
}

function exifChunk(orientation: number): Buffer {
  const exif = exifOf(orientation);
  const head = Buffer.from('EXIF\0\0\0\0', 'latin1');
  head.writeUInt32LE(exif.length, 4);
  return Buffer.concat([head, exif]);
}
