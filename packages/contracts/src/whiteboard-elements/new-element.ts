import { z } from 'zod';
import { id } from '../core/fields.ts';
import {
  Cap,
  coordinate,
  elementLink,
  elementText,
  embedAddress,
  extent,
  freehandPoints,
  groupId,
  linePoints,
  Route,
  rotation,
  Side,
} from './element.ts';
import { PartialStyle } from './style.ts';

const REF_CHARACTERS = 64;

/** A name for an element of the same call, so that connectors and frames of the call can name it. */
export const elementRef = z
  .string()
  .max(REF_CHARACTERS)
  .regex(/^[A-Za-z0-9_.-]+$/, 'must have letters, digits, _, . and - only')
  .describe('A name that connectors and frame_ref of this call use');

/** The fields that every new element may have. */
const given = {
  ref: elementRef.optional(),
  text: elementText.optional(),
  style: PartialStyle.optional(),
  frame_id: id('frame that it is in').nullable().optional(),
  frame_ref: elementRef.optional().describe('The frame of this call that it is in, in place of frame_id'),
  group_id: groupId.nullable().optional().describe('Elements with one group_id are moved together'),
  is_locked: z.boolean().optional(),
  link: elementLink.nullable().optional(),
};

/** The place of a new element. Without x and y it is placed where it covers nothing. */
const place = {
  x: coordinate.optional().describe('Left edge in pixels; without x and y it is placed where it covers nothing'),
  y: coordinate.optional().describe('Upper edge in pixels; given with x'),
  rotation: rotation.optional(),
};

/** The size of a new element. */
const size = { width: extent.optional(), height: extent.optional() };

/** An end of a new connector: at an element of the whiteboard, at one of the same call, or at a point. */
export const NewConnectorEnd = z.union([
  z.strictObject({ element_id: id('element'), side: Side.default('auto') }),
  z.strictObject({ ref: elementRef, side: Side.default('auto') }),
  z.strictObject({ x: coordinate, y: coordinate }),
]);

const caps = { start_cap: Cap.optional(), end_cap: Cap.optional() };

/** A new element as callers give it. */
export const NewElement = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['sticky', 'rectangle', 'ellipse', 'diamond', 'text', 'frame']), ...given, ...place, ...size }),
  z.strictObject({ type: z.literal('line'), ...given, ...place, points: linePoints, ...caps }),
  z.strictObject({ type: z.literal('freehand'), ...given, ...place, points: freehandPoints }),
  z.strictObject({ type: z.literal('connector'), ...given, from: NewConnectorEnd, to: NewConnectorEnd, route: Route.optional(), ...caps }),
  z.strictObject({ type: z.literal('image'), ...given, ...place, ...size, asset_id: id('asset with the picture') }),
  z.strictObject({ type: z.literal('embed'), ...given, ...place, ...size, address: embedAddress }),
]);

/** A new element as callers give it. */
export type NewElement = z.output<typeof NewElement>;

const ChangedEnd = z.union([NewConnectorEnd.options[0], NewConnectorEnd.options[2]]);

/** A change of one element: only the fields given change. A field that its kind does not have is refused. */
export const ElementChange = z.strictObject({
  element_id: id('element'),
  x: coordinate.optional(),
  y: coordinate.optional(),
  width: extent.optional().describe('Not of a line, drawing or connector, which follow their points or ends'),
  height: extent.optional(),
  rotation: rotation.optional(),
  text: elementText.optional(),
  style: PartialStyle.optional().describe('Only the fields given change'),
  frame_id: id('frame that it is in').nullable().optional(),
  group_id: groupId.nullable().optional(),
  is_locked: z.boolean().optional(),
  link: elementLink.nullable().optional(),
  place: z.enum(['front', 'back']).optional().describe('Moves it above or below all others'),
  points: freehandPoints.optional().describe('Of a line or a freehand drawing'),
  from: ChangedEnd.optional().describe('Of a connector'),
  to: ChangedEnd.optional().describe('Of a connector'),
  route: Route.optional().describe('Of a connector'),
  start_cap: Cap.optional().describe('Of a line or a connector'),
  end_cap: Cap.optional().describe('Of a line or a connector'),
  asset_id: id('asset with the picture').optional().describe('Of an image'),
  address: embedAddress.optional().describe('Of an embed'),
});

/** A change of one element. */
export type ElementChange = z.output<typeof ElementChange>;
