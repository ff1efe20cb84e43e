import { inflateSync } from 'node:zlib';

const HEADER = 44;
const ENTRY = 20;
const FONT_HEADER = 12;
const FONT_ENTRY = 16;

/**
 * Returns the tables of a WOFF file as the font that it was made from. opentype.js reads WOFF too, but cannot inflate the tables
 * of some files.
 */
export function readWoff(woff: Buffer): Uint8Array {
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, index) => readTable(woff, HEADER + index * ENTRY));
  const start = FONT_HEADER + tables.length * FONT_ENTRY;
  const font = Buffer.alloc(tables.reduce((size, { content }) => size + padded(content.length), start));
  woff.copy(font, 0, 4, 8);
  font.writeUInt16BE(tables.length, 4);
  let offset = start;
  for (const [index, { tag, checksum, content }] of tables.entries()) {
    const entry = FONT_HEADER + index * FONT_ENTRY;
    tag.copy(font, entry);
    font.writeUInt32BE(checksum, entry + 4);
    font.writeUInt32BE(offset, entry + 8);
    font.writeUInt32BE(content.length, entry + 12);
    content.copy(font, offset);
    offset += padded(content.length);
  }
  return font;
}

function readTable(woff: Buffer, entry: number): { tag: Buffer; checksum: number; content: Buffer } {
  const offset = woff.readUInt32BE(entry + 4);
  const stored = woff.subarray(offset, offset + woff.readUInt32BE(entry + 8));
  const length = woff.readUInt32BE(entry + 12);
  return {
    tag: woff.subarray(entry, entry + 4),
    checksum: woff.readUInt32BE(entry + 16),
    content: stored.length < length ? inflateSync(stored) : stored,
  };
}

/** Returns a length that is a multiple of four bytes. */
const padded = (length: number): number => (length + 3) & ~3;
