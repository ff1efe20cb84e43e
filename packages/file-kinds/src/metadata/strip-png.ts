import { crc32 } from 'node:zlib';
import { assertInside } from './broken-picture.ts';
import { exifOf, readOrientation } from './orientation.ts';
import { retainedParts } from './retained-parts.ts';

/** The chunks by which a picture is drawn, with those of animations. */
const needed = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT pHYs bKGD hIST sPLT acTL fcTL fdAT'.split(' '));

const SIGNATURE_BYTES = 8;

/** A chunk of a picture: the places of its first byte, its data and its end. */
interface Chunk {
  readonly type: string;
  readonly at: number;
  readonly data: number;
  readonly end: number;
}

/** Returns the parts of a PNG picture without metadata. What follows the picture is left out. */
export function stripPng(bytes: Buffer): readonly Buffer[] {
  let orientation = 1;
  for (const { type, data, end } of chunksOf(bytes)) if (type === 'eXIf') orientation = readOrientation(bytes.subarray(data, end - 4));
  const parts = retainedParts(bytes);
  parts.retain(0, SIGNATURE_BYTES);
  for (const { type, at, end } of chunksOf(bytes)) {
    if (needed.has(type)) parts.retain(at, end);
    // Readers find it before the pixels only.
    if (type === 'IHDR' && orientation !== 1) parts.add(chunk('eXIf', exifOf(orientation)));
  }
  return parts.all();
}

/** Yields the chunks of a picture up to its end. */
function* chunksOf(bytes: Buffer): Generator<Chunk> {
  let type = '';
  for (let at = SIGNATURE_BYTES; type !== 'IEND'; ) {
    assertInside(bytes, at, at + 12);
    const end = at + 12 + bytes.readUInt32BE(at);
    assertInside(bytes, at, end);
    type = bytes.toString('latin1', at + 4, at + 8);
    yield { type, at, data: at + 8, end };
    at = end;
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const whole = Buffer.alloc(12 + data.length);
  whole.writeUInt32BE(data.length);
  whole.write(type, 4, 'latin1');
  data.copy(whole, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + data.length)), 8 + data.length);
  return whole;
}
