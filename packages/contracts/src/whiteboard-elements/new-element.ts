import { z } from 'zod';
import { id } from '../core/fields.ts';
import {
  Cap,
  coordinate,
  ElementType,
  EndAtPoint,
  elementLink,
  elementText,
  embedAddress,
  extent,
  freehandPoints,
  groupId,
  linePoints,
  Route,
  rotation,
  sideOfEnd,
} from './element.ts';
import { PartialStyle } from './style.ts';

const REF_CHARACTERS = 64;

/** A name for an element of the same call, so that connectors and frames of the call can name it. */
export const elementRef = z
  .string()
  .max(REF_CHARACTERS)
  .regex(/^[A-Za-z0-9_.-]+$/, 'must have letters, digits, dots, _ and - only')
  .describe('A name that connectors and frame_ref of this call use');

/** The fields that every new element may have. */
const given = {
  ref: elementRef.optional(),
  text: elementText.optional().describe('Text; the label of a connector, the title of a frame'),
  style: PartialStyle.optional(),
  frame_id: id('frame that it is in').nullable().optional().describe('Id of the frame that it is in; null for none'),
  frame_ref: elementRef.optional().describe('The frame of this call that it is in, in place of frame_id'),
  group_id: groupId.nullable().optional().describe('Elements with one group_id are moved together'),
  is_locked: z.boolean().optional().describe('True if the console does not move it'),
  link: elementLink.nullable().optional().describe('Web address that it leads to; null for none'),
};

/** The place of a new element. Without x and y it is placed where it covers nothing. */
const place = {
  x: coordinate.optional().describe('Left edge in pixels; without x and y it is placed where it covers nothing'),
  y: coordinate.optional().describe('Upper edge in pixels; given with x'),
  rotation: rotation.optional(),
};

/** The size of a new element. */
const size = { width: extent.optional().describe('Width in pixels'), height: extent.optional().describe('Height in pixels') };

/** An end of a new connector: at an element of the whiteboard, at one of the same call, or at a point. */
export const NewConnectorEnd = z.union([
  z.strictObject({ element_id: id('element'), side: sideOfEnd }),
  z.strictObject({ ref: elementRef.describe('ref of an element of this call'), side: sideOfEnd }),
  EndAtPoint,
]);

const caps = {
  start_cap: Cap.optional().describe('Cap at its start'),
  end_cap: Cap.optional().describe('Cap at its end'),
};

const ends = {
  from: NewConnectorEnd.describe('Its start'),
  to: NewConnectorEnd.describe('Its end'),
  route: Route.optional().describe('Its course'),
};

const drawing = { points: freehandPoints.describe('Points from x and y') };
const image = { asset_id: id('asset with the picture') };
const embed = { address: embedAddress.describe('Address of the thing that it shows, such as space:table/tbl_…') };

/** The type of an element, one of some. */
const typeOf = <const Type extends ElementType>(...types: readonly [Type, ...Type[]]) => z.enum(types).describe('Type of the element');

/** One object in place of the union, which is a tenth as long for a model. */
const forAgents = z.toJSONSchema(
  z.strictObject({
    type: ElementType,
    ...given,
    ...place,
    ...size,
    points: drawing.points.optional().describe('Of a line or freehand: points from x and y'),
    from: ends.from.optional().describe('Of a connector: its start'),
    to: ends.to.optional().describe('Of a connector: its end'),
    route: ends.route.describe('Of a connector'),
    start_cap: caps.start_cap.describe('Of a line or connector'),
    end_cap: caps.end_cap.describe('Of a line or connector'),
    asset_id: image.asset_id.optional().describe('Of an image: id of the asset'),
    address: embed.address.optional().describe('Of an embed: the thing that it shows, such as space:table/tbl_…'),
  }),
  { io: 'input' },
);

/** A new element as callers give it. */
export const NewElement = z
  .discriminatedUnion('type', [
    z.strictObject({ type: typeOf('sticky', 'rectangle', 'ellipse', 'diamond', 'text', 'frame'), ...given, ...place, ...size }),
    z.strictObject({ type: typeOf('line'), ...given, ...place, points: linePoints.describe('Points from x and y'), ...caps }),
    z.strictObject({ type: typeOf('freehand'), ...given, ...place, ...drawing }),
    z.strictObject({ type: typeOf('connector'), ...given, ...ends, ...caps }),
    z.strictObject({ type: typeOf('image'), ...given, ...place, ...size, ...image }),
    z.strictObject({ type: typeOf('embed'), ...given, ...place, ...size, ...embed }),
  ])
  .meta({ for_agents: forAgents });

/** A new element as callers give it. */
export type NewElement = z.output<typeof NewElement>;

const ChangedEnd = z.union([NewConnectorEnd.options[0], NewConnectorEnd.options[2]]);

/** A change of one element: only the fields given change. A field that its kind does not have is refused. */
export const ElementChange = z.strictObject({
  element_id: id('element'),
  x: coordinate.optional().describe('Left edge in pixels'),
  y: coordinate.optional().describe('Upper edge in pixels'),
  width: extent.optional().describe('Not of a line, drawing or connector, which follow their points or ends'),
  height: extent.optional().describe('Height in pixels'),
  rotation: rotation.optional(),
  text: given.text,
  style: PartialStyle.optional().describe('Only the fields given change'),
  frame_id: given.frame_id,
  group_id: given.group_id,
  is_locked: given.is_locked,
  link: given.link,
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
