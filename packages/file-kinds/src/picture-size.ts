/** The width and height of a picture in pixels, as they are stored. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Returns the size that the first bytes of a picture declare; undefined if they do not say it. Nothing is decoded. */
export function readPictureSize(content_type: string, beginning: Buffer): PictureSize | undefined {
  const size = readers[content_type]?.(beginning);
  return size && size.width > 0 && size.height > 0 ? size : undefined;
}

const readers: Readonly<Record<string, (bytes: Buffer) => PictureSize | undefined>> = {
  'image/png': (bytes) =>
    bytes.length >= 24 && bytes.toString('latin1', 12, 16) === 'IHDR'
      ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
      : undefined,
  'image/gif': (bytes) =>
    bytes.length >= 10 && bytes.toString('latin1', 0, 4) === 'GIF8'
      ? { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
      : undefined,
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
  'image/avif': avifSize,
};

/** Finds the frame header: markers from C0 to CF but those of tables (C4), extensions (C8) and arithmetic coding (CC). */
function jpegSize(bytes: Buffer): PictureSize | undefined {
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1]!;
    if (marker === 0xff) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

function webpSize(bytes: Buffer): PictureSize | undefined {
  if (bytes.length < 30) return undefined;
  const form = bytes.toString('latin1', 12, 16);
  if (form === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (form === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (form !== 'VP8L') return undefined;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** Finds the largest of the properties `ispe`, which say the size of the picture and of its parts. */
function avifSize(bytes: Buffer): PictureSize | undefined {
  let largest: PictureSize | undefined;
  for (let at = bytes.indexOf('ispe'); at >= 0 && at + 16 <= bytes.length; at = bytes.indexOf('ispe', at + 4)) {
    const size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
}
