import { type ElementType, elementLink, MAX_ELEMENT_POINTS } from '@space/contracts/whiteboard-elements';
import { numberOr, textOr, type UnknownRecord } from '../file/read-json.ts';
import { type CustomData, readCustomData } from './custom-data.ts';
import { readArrow } from './read-arrow.ts';
import { readPoints } from './read-points.ts';
import { readStyle } from './style.ts';

/** The rest of a file that an element needs. */
export interface ReadingContext {
  /** The text that is bound to the element. */
  readonly label: UnknownRecord | undefined;
  /** The names of elements that were imported, by their ids in the file. */
  readonly refs: ReadonlyMap<string, string>;
  readonly asset_ids: ReadonlySet<string>;
  /** True if its frame is in more frames than a whiteboard has levels. */
  readonly isTooDeep: boolean;
  warn(sentence: string): void;
}

/** Returns the fields of an element of an Excalidraw file; null for one without a form here, which is counted as a warning. */
export function readElement(element: UnknownRecord, context: ReadingContext): UnknownRecord | null {
  const custom = readCustomData(element);
  const given = commonFields(element, custom, context);
  switch (element.type) {
    case 'rectangle':
    case 'ellipse':
    case 'diamond':
      return readShape(element.type, given, custom);
    case 'text':
      return { ...given, type: 'text', text: wordsOf(element), ...roomForLetters(element, custom) };
    case 'frame':
    case 'magicframe':
      return { ...given, type: 'frame', text: textOr(element.name, '') };
    case 'freedraw':
      return {
        ...withoutSize(given),
        type: 'freehand',
        text: custom?.text ?? '',
        points: readPoints(element, MAX_ELEMENT_POINTS.freehand, context),
      };
    case 'line':
    case 'arrow':
      return readArrow(element, withoutSize(given), custom, context);
    case 'image':
      return readImage(given, custom, context);
    default:
      context.warn(`elements of type ${JSON.stringify(textOr(element.type, 'unknown').slice(0, 40))} were left out`);
      return null;
  }
}

/** Returns the text of an Excalidraw text without the line ends that wrapping added. */
const wordsOf = (text: UnknownRecord | undefined): string => textOr(text?.originalText, textOr(text?.text, ''));

function commonFields(element: UnknownRecord, custom: CustomData | null, { label, refs, isTooDeep, warn }: ReadingContext): UnknownRecord {
  const groups = Array.isArray(element.groupIds) ? element.groupIds : [];
  const group = groups.at(-1);
  const frame = isTooDeep ? undefined : refs.get(textOr(element.frameId, ''));
  const link = textOr(element.link, null);
  const isLink = link !== null && elementLink.safeParse(link).success;
  if (link !== null && link !== '' && !isLink) warn('links that are not http, https or mailto were left out');
  return {
    x: element.x,
    y: element.y,
    width: sizeOf(element.width),
    height: sizeOf(element.height),
    rotation: degrees(element.angle),
    text: wordsOf(label),
    style: readStyle(element, label, custom),
    ...(frame === undefined ? {} : { frame_ref: frame }),
    group_id: typeof group === 'string' && group.length > 0 && group.length <= 64 ? group : null,
    is_locked: element.locked === true,
    link: isLink ? link : null,
  };
}

function readShape(type: ElementType, given: UnknownRecord, custom: CustomData | null): UnknownRecord {
  if (type !== 'rectangle') return { ...given, type };
  if (custom?.type === 'embed' && custom.address !== undefined) {
    return { ...given, type: 'embed', address: custom.address, text: custom.text ?? '' };
  }
  return custom?.type === 'sticky' ? { ...given, type: 'sticky' } : { ...given, type };
}

function readImage(given: UnknownRecord, custom: CustomData | null, { asset_ids, warn }: ReadingContext): UnknownRecord | null {
  if (custom?.asset_id !== undefined && asset_ids.has(custom.asset_id)) {
    return { ...given, type: 'image', asset_id: custom.asset_id, text: custom.text ?? '' };
  }
  warn('images were left out; add their files as assets first');
  return null;
}

/** A text that another program did not wrap gets more room: its letters may be wider here. */
const ROOM = 1.15;

function roomForLetters(element: UnknownRecord, custom: CustomData | null): UnknownRecord {
  const [x, width] = [numberOr(element.x, 0), sizeOf(element.width)];
  if (custom !== null || element.autoResize === false || typeof width !== 'number') return {};
  const more = width * (ROOM - 1);
  const share = element.textAlign === 'right' ? 1 : element.textAlign === 'center' ? 0.5 : 0;
  return { x: rounded(x - more * share), width: rounded(width + more) };
}

const rounded = (pixels: number): number => Math.round(pixels * 100) / 100;

/** Returns a width or height; Excalidraw has negative ones while a shape is drawn. */
const sizeOf = (value: unknown): unknown => (typeof value === 'number' ? Math.abs(value) : value);

/** Returns an angle in degrees, rounded so that those of files that this package wrote are what they were. */
function degrees(angle: unknown): number {
  const value = Math.round(((numberOr(angle, 0) * 180) / Math.PI) * 1e6) / 1e6;
  return (value % 360) + 0;
}

function withoutSize(given: UnknownRecord): UnknownRecord {
  const { width: _width, height: _height, ...rest } = given;
  return rest;
}
