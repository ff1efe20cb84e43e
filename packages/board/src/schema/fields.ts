import {
  Cap,
  ConnectorEnd,
  coordinate,
  type ElementType,
  elementId,
  elementIndex,
  elementLink,
  elementSeed,
  elementTypes,
  embedAddress,
  extent,
  groupId,
  Route,
  rotation,
  Side,
  styleFields,
} from '@space/contracts/whiteboard-elements';
import { z } from 'zod';
import { freehandPointCount, isPoints, linePointCount } from './points.ts';

/** The key of the style field of an element in its Yjs map. */
export type StyleKey = `style.${keyof typeof styleFields}`;

/** The fields of elements that are one JSON value each, under their keys in the Yjs map. The text is a Y.Text and no such field. */
export type FieldKey =
  | 'x'
  | 'y'
  | 'width'
  | 'height'
  | 'rotation'
  | 'frame_id'
  | 'group_id'
  | 'is_locked'
  | 'link'
  | 'index'
  | 'seed'
  | 'points'
  | 'start_cap'
  | 'end_cap'
  | 'from'
  | 'to'
  | 'route'
  | 'asset_id'
  | 'address'
  | StyleKey;

/** The rule of a field: the types of elements that have it, and the test of a value. */
export interface FieldRule {
  readonly types: ReadonlySet<ElementType>;
  readonly isValid: (value: unknown, type: ElementType) => boolean;
}

const allTypes: ReadonlySet<ElementType> = new Set(elementTypes);
const placedTypes: ReadonlySet<ElementType> = new Set(elementTypes.filter((type) => type !== 'connector'));
const sizedTypes: ReadonlySet<ElementType> = new Set([...placedTypes].filter((type) => type !== 'line' && type !== 'freehand'));

const only = (...types: ElementType[]): ReadonlySet<ElementType> => new Set(types);

const obeys =
  (schema: z.ZodType) =>
  (value: unknown): boolean =>
    schema.safeParse(value).success;

const storedEnd = z.union([z.strictObject({ element_id: elementId, side: Side }), ConnectorEnd.options[1]]);

/** Returns true for an end of a connector. Its two fields are its own: an update can give an object a prototype with fields. */
function isEnd(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 2 && storedEnd.safeParse(value).success;
}

const assetId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

const styleRules = Object.fromEntries<FieldRule>(
  Object.entries(styleFields).map(([name, schema]) => [`style.${name}`, { types: allTypes, isValid: obeys(schema) }]),
) as Record<StyleKey, FieldRule>;

/** The rules of all fields that are one JSON value. */
export const fieldRules: Readonly<Record<FieldKey, FieldRule>> = {
  x: { types: placedTypes, isValid: obeys(coordinate) },
  y: { types: placedTypes, isValid: obeys(coordinate) },
  width: { types: sizedTypes, isValid: obeys(extent) },
  height: { types: sizedTypes, isValid: obeys(extent) },
  rotation: { types: placedTypes, isValid: obeys(rotation) },
  frame_id: { types: allTypes, isValid: obeys(elementId.nullable()) },
  group_id: { types: allTypes, isValid: obeys(groupId.nullable()) },
  is_locked: { types: allTypes, isValid: (value) => typeof value === 'boolean' },
  link: { types: allTypes, isValid: obeys(elementLink.nullable()) },
  index: { types: allTypes, isValid: obeys(elementIndex) },
  seed: { types: allTypes, isValid: obeys(elementSeed) },
  points: {
    types: only('line', 'freehand'),
    isValid: (value, type) => isPoints(value, type === 'line' ? linePointCount : freehandPointCount),
  },
  start_cap: { types: only('line', 'connector'), isValid: obeys(Cap) },
  end_cap: { types: only('line', 'connector'), isValid: obeys(Cap) },
  from: { types: only('connector'), isValid: isEnd },
  to: { types: only('connector'), isValid: isEnd },
  route: { types: only('connector'), isValid: obeys(Route) },
  asset_id: { types: only('image'), isValid: obeys(assetId) },
  address: { types: only('embed'), isValid: obeys(embedAddress) },
  ...styleRules,
};

/** Returns the rule of a key of a Yjs map, or undefined for a key that is no field. */
export const fieldRule = (key: string): FieldRule | undefined => (Object.hasOwn(fieldRules, key) ? fieldRules[key as FieldKey] : undefined);
