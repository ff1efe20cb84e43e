import { type Box, boxesIn, childrenOf } from './boxes.ts';
import { assertInside, BrokenPicture } from './broken-picture.ts';
import { itemPlaces } from './item-places.ts';

/** The boxes outside of items that contain metadata: of programs, and of films. */
const described = new Set(['uuid', 'udta']);
/** Boxes in which such boxes are. */
const containers = new Set(['moov', 'trak', 'mdia', 'minf']);
/** A type of boxes and items that readers skip. */
const SKIPPED = 'free';

/**
 * Returns the parts of an AVIF or HEIC picture without metadata. Items of EXIF and XMP become items of a type that readers skip, with zeros
 * as content: nothing else moves. Such a picture is turned by its own properties and not by its EXIF.
 */
export function stripHeif(original: Buffer): readonly Buffer[] {
  const bytes = Buffer.from(original);
  const top = boxesIn(bytes, 0, bytes.length);
  if (top[0]?.type !== 'ftyp') throw new BrokenPicture('it has no type');
  for (const box of top) {
    if (box.type === 'meta') stripItems(bytes, box);
    else stripBox(bytes, box);
  }
  return [bytes];
}

function stripBox(bytes: Buffer, box: Box): void {
  if (described.has(box.type) || box.type === 'meta') empty(bytes, box);
  else if (containers.has(box.type)) for (const child of childrenOf(bytes, box)) stripBox(bytes, child);
}

function empty(bytes: Buffer, { at, content, end }: Box): void {
  bytes.write(SKIPPED, at + 4, 'latin1');
  bytes.fill(0, content, end);
}

/** Empties the items of a picture that are metadata. */
function stripItems(bytes: Buffer, meta: Box): void {
  const boxes = childrenOf(bytes, meta, 4);
  const gone = new Set<number>();
  for (const infos of boxes.filter(({ type }) => type === 'iinf'))
    for (const info of infosIn(bytes, infos)) {
      if (!isMetadata(bytes, info)) continue;
      gone.add(info.item_id);
      bytes.write(SKIPPED, info.typeAt, 'latin1');
    }
  let emptied = 0;
  const data = boxes.find(({ type }) => type === 'idat');
  for (const locations of boxes.filter(({ type }) => type === 'iloc'))
    for (const { item_id, inData, at, length } of itemPlaces(bytes, locations)) {
      if (!gone.has(item_id)) continue;
      if (inData && !data) throw new BrokenPicture('an item has no content');
      const start = inData ? data!.content + at : at;
      const end = length === 0 ? (inData ? data!.end : bytes.length) : start + length;
      assertInside(bytes, start, end);
      emptied += end - start;
      if (emptied > bytes.length) throw new BrokenPicture('its items overlap');
      bytes.fill(0, start, end);
    }
  for (const box of boxes) stripBox(bytes, box);
}

interface ItemInfo {
  readonly item_id: number;
  /** The place of the four letters of its type. */
  readonly typeAt: number;
  readonly end: number;
}

function infosIn(bytes: Buffer, infos: Box): readonly ItemInfo[] {
  assertInside(bytes, infos.content, infos.content + 4);
  const countBytes = bytes[infos.content] === 0 ? 2 : 4;
  return childrenOf(bytes, infos, 4 + countBytes)
    .filter(({ type }) => type === 'infe')
    .map(({ content, end }) => {
      const version = bytes[content]!;
      if (version !== 2 && version !== 3) throw new BrokenPicture('an item is of an old kind');
      const idBytes = version === 2 ? 2 : 4;
      const typeAt = content + 4 + idBytes + 2;
      assertInside(bytes, typeAt, Math.min(typeAt + 4, end));
      return { item_id: bytes.readUIntBE(content + 4, idBytes), typeAt, end };
    });
}

function isMetadata(bytes: Buffer, { typeAt, end }: ItemInfo): boolean {
  const type = bytes.toString('latin1', typeAt, typeAt + 4);
  return type === 'Exif' || type === 'uri ' || (type === 'mime' && !bytes.toString('latin1', typeAt + 4, end).includes('\0image/'));
}
