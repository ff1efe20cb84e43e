import {
  type BoardElement,
  type ConnectorEnd,
  type ElementStyle,
  type ElementType,
  styleFields,
} from '@space/contracts/whiteboard-elements';
import { type Box, boxAroundPoints } from '../geometry/box.ts';
import { DEFAULT_ROUTE, defaultCaps, defaultSizes, defaultStyle } from '../schema/defaults.ts';
import { type FieldKey, fieldRules } from '../schema/fields.ts';
import type { Point } from '../schema/points.ts';
import { type FieldSource, textOf, typeOf } from './element-map.ts';
import { seedOf } from './seed.ts';

/**
 * Returns an element as it stands in its map. A value that breaks its rule is replaced by the default. Null for an element of an
 * unknown type, and for one without a value that has no default: points, ends, a picture, an address. A connector has no box yet.
 */
export function readElement(id: string, map: FieldSource): BoardElement | null {
  const type = typeOf(map);
  if (type === undefined) return null;
  const own = readOwnFields(type, map);
  if (own === null) return null;
  return {
    type,
    id,
    x: read(map, type, 'x', 0),
    y: read(map, type, 'y', 0),
    ...readSize(type, map, own.points),
    rotation: read(map, type, 'rotation', 0),
    text: textOf(map),
    style: readStyle(type, map),
    frame_id: read<string | null>(map, type, 'frame_id', null),
    group_id: read<string | null>(map, type, 'group_id', null),
    is_locked: read(map, type, 'is_locked', false),
    link: read<string | null>(map, type, 'link', null),
    index: read(map, type, 'index', FIRST_INDEX),
    seed: read(map, type, 'seed', seedOf(id)),
    ...own,
  } as BoardElement;
}

/** The place of an element that has no valid one. */
const FIRST_INDEX = '1';

/** The fields that only elements of some types have. */
interface OwnFields {
  readonly points?: readonly Point[];
}

function read<Value>(map: FieldSource, type: ElementType, key: FieldKey, fallback: Value): Value {
  const value = map.get(key);
  const { types, isValid } = fieldRules[key];
  return value !== undefined && types.has(type) && isValid(value, type) ? (value as Value) : fallback;
}

function readOwnFields(type: ElementType, map: FieldSource): OwnFields | null {
  if (type === 'line' || type === 'freehand') {
    const points = read<Point[] | null>(map, type, 'points', null);
    return points && { points, ...(type === 'line' ? readCaps(type, map) : {}) };
  }
  if (type === 'connector') {
    const [from, to] = (['from', 'to'] as const).map((key) => read<ConnectorEnd | null>(map, type, key, null));
    return from && to ? ({ from, to, route: read(map, type, 'route', DEFAULT_ROUTE), ...readCaps(type, map) } as OwnFields) : null;
  }
  if (type === 'image' || type === 'embed') {
    const key = type === 'image' ? 'asset_id' : 'address';
    const value = read<string | null>(map, type, key, null);
    return value === null ? null : ({ [key]: value } as OwnFields);
  }
  return {};
}

function readCaps(type: 'line' | 'connector', map: FieldSource) {
  const { start_cap, end_cap } = defaultCaps[type];
  return { start_cap: read<string>(map, type, 'start_cap', start_cap), end_cap: read<string>(map, type, 'end_cap', end_cap) };
}

function readSize(type: ElementType, map: FieldSource, points: readonly Point[] = []): Pick<Box, 'width' | 'height'> {
  if (type === 'line' || type === 'freehand') {
    const { width, height } = boxAroundPoints(points);
    return { width, height };
  }
  if (type === 'connector') return { width: 0, height: 0 };
  const { width, height } = defaultSizes[type];
  return { width: read(map, type, 'width', width), height: read(map, type, 'height', height) };
}

function readStyle(type: ElementType, map: FieldSource): ElementStyle {
  const style: Record<string, unknown> = defaultStyle(type);
  for (const [name, key] of styleKeys) style[name] = read(map, type, key, style[name]);
  return style as ElementStyle;
}

const styleKeys = Object.keys(styleFields).map((name) => [name, `style.${name}` as FieldKey] as const);
