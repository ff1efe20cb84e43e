import type { Box } from './boxes.ts';
import { BrokenPicture } from './broken-picture.ts';

/** Parts of all items; a picture with more has no reader. */
const MAX_PLACES = 10_000;

/** A part of the content of an item. */
interface ItemPlace {
  readonly item_id: number;
  /** True if it counts from the beginning of the box `idat`, and false from that of the file. */
  readonly inData: boolean;
  readonly at: number;
  /** 0 for all that follows. */
  readonly length: number;
}

/** Returns the places that a box `iloc` names. Reads outside of the bytes throw a RangeError. */
export function itemPlaces(bytes: Buffer, { content }: Box): readonly ItemPlace[] {
  const version = bytes.readUInt8(content);
  const sizes = bytes.readUInt16BE(content + 4);
  const [offsetBytes, lengthBytes, baseBytes, indexBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15, sizes & 15];
  const places: ItemPlace[] = [];
  let at = content + 6;
  const read = (size: number): number => {
    const value = size === 8 ? Number(bytes.readBigUInt64BE(at)) : size === 0 ? 0 : bytes.readUIntBE(at, size);
    at += size;
    return value;
  };
  const idBytes = version < 2 ? 2 : 4;
  for (let count = read(idBytes); count > 0; count -= 1) {
    const item_id = read(idBytes);
    const method = version === 0 ? 0 : read(2) & 15;
    read(2);
    const base = read(baseBytes);
    for (let extents = read(2); extents > 0; extents -= 1) {
      if (version > 0) read(indexBytes);
      const offset = read(offsetBytes);
      if (places.push({ item_id, inData: method === 1, at: base + offset, length: read(lengthBytes) }) > MAX_PLACES)
        throw new BrokenPicture('it has too many parts');
    }
  }
  return places;
}
