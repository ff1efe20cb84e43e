import { assertInside, BrokenPicture } from './broken-picture.ts';
import { exifOf, readOrientation } from './orientation.ts';
import { retainedParts } from './retained-parts.ts';

const EXIF = 'Exif\0\0';
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const COMMENT = 0xfe;
/** Bytes of a JFIF segment without a thumbnail. */
const PLAIN_JFIF = 16;

/** Returns true for a marker within the data of a scan: a stuffed zero or a restart. */
const isInScan = (marker: number): boolean => marker === 0 || (marker >= 0xd0 && marker <= 0xd7);

/** Returns true for a segment without which the colours would be others: plain JFIF, a colour profile, or the colour transform of Adobe. */
function isNeeded(marker: number, segment: Buffer): boolean {
  if (marker === COMMENT) return false;
  if (marker < 0xe0 || marker > 0xef) return true;
  const name = segment.toString('latin1', 2, 14);
  if (marker === 0xe0) return name.startsWith('JFIF\0') && segment.length === PLAIN_JFIF;
  return (marker === 0xe2 && name === 'ICC_PROFILE\0') || (marker === 0xee && name.startsWith('Adobe'));
}

/** Returns the parts of a JPEG picture without metadata. What follows the picture is left out, such as a film of the camera. */
export function stripJpeg(bytes: Buffer): readonly Buffer[] {
  const parts = retainedParts(bytes);
  let orientation = 1;
  for (let at = 2; ; ) {
    assertInside(bytes, at, at + 2);
    if (bytes[at] !== 0xff) throw new BrokenPicture('a marker is missing');
    const marker = bytes[at + 1]!;
    if (marker === END_OF_IMAGE) {
      parts.retain(at, at + 2);
      return [Buffer.from([0xff, 0xd8]), ...(orientation === 1 ? [] : [exifSegment(orientation)]), ...parts.all()];
    }
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    assertInside(bytes, at, at + 4);
    const dataAt = at + 2 + bytes.readUInt16BE(at + 2);
    assertInside(bytes, at + 4, dataAt);
    const segment = bytes.subarray(at + 2, dataAt);
    if (marker === 0xe1 && segment.toString('latin1', 2, 8) === EXIF) orientation = readOrientation(segment.subarray(2));
    const end = marker === START_OF_SCAN ? endOfScan(bytes, dataAt) : dataAt;
    if (isNeeded(marker, segment)) parts.retain(at, end);
    at = end;
  }
}

/** Returns the place of the marker that ends the data of a scan. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1]!;
    if (marker !== 0xff && !isInScan(marker)) return at;
  }
  throw new BrokenPicture('its last scan has no end');
}

function exifSegment(orientation: number): Buffer {
  const exif = exifOf(orientation);
  const header = Buffer.from(`\u00ff\u00e1\0\0${EXIF}`, 'latin1');
  header.writeUInt16BE(header.length - 2 + exif.length, 2);
  return Buffer.concat([header, exif]);
}
