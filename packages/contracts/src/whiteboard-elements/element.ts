import { z } from 'zod';
import { id, MAX_ID_LENGTH } from '../core/fields.ts';
import { MAX_COORDINATE, MAX_ELEMENT_LINK, MAX_ELEMENT_POINTS, MAX_ELEMENT_SIZE, MAX_ELEMENT_TEXT } from './limits.ts';
import { ElementStyle } from './style.ts';

/** The kinds of elements of a whiteboard. */
export const elementTypes = [
  'sticky',
  'rectangle',
  'ellipse',
  'diamond',
  'text',
  'line',
  'connector',
  'freehand',
  'image',
  'frame',
  'embed',
] as const;

/** The kind of an element. */
export const ElementType = z.enum(elementTypes);

/** The kind of an element. */
export type ElementType = z.output<typeof ElementType>;

/** The id of an element: `elm_` and a UUIDv7 in base32. */
export const elementId = z.string().regex(/^elm_[0-7][0-9a-hjkmnp-tv-z]{25}$/, 'must be the id of an element, such as elm_…');

/** A name that elements which are moved together have in common. */
export const groupId = z
  .string()
  .max(MAX_ID_LENGTH)
  .regex(/^[A-Za-z0-9_.-]+$/, 'must have letters, digits, dots, _ and - only');

/** A coordinate in pixels: x grows to the right, y downwards. */
export const coordinate = z.number().min(-MAX_COORDINATE).max(MAX_COORDINATE);

/** A width or height in pixels. */
export const extent = z.number().min(0).max(MAX_ELEMENT_SIZE);

/** The turn of an element about its centre, in degrees clockwise. */
export const rotation = z.number().min(-360).max(360).describe('Degrees clockwise about its centre');

/** A point of a line or drawing, relative to x and y of its element. */
export const Point = z.tuple([coordinate, coordinate]).meta({
  for_agents: { items: { type: 'number' }, minItems: 2, maxItems: 2 },
  // Generators of clients do not know tuples.
  for_programs: {
    type: 'array',
    items: { type: 'number', minimum: -MAX_COORDINATE, maximum: MAX_COORDINATE },
    minItems: 2,
    maxItems: 2,
  },
});

/** The sides of an element at which a connector ends; auto is the side next to its other end. */
export const Side = z.enum(['auto', 'top', 'right', 'bottom', 'left']);

/** The side at which an end of a connector is. */
export const sideOfEnd = Side.default('auto').describe('Side of the element; auto is the one next to the other end');

const endX = coordinate.describe('Place in pixels from the left');
const endY = coordinate.describe('Place in pixels from above');

/** An end of a connector at a point of the whiteboard. */
export const EndAtPoint = z.strictObject({ x: endX, y: endY });

/** An end of a connector: at an element, or at a point of the whiteboard. Its parts have names, without which a generator of clients fails. */
export const ConnectorEnd = z
  .union([
    z.strictObject({ element_id: id('element'), side: Side.describe('Side of the element') }).meta({ id: 'ConnectorEndAtElement' }),
    EndAtPoint.meta({ id: 'ConnectorEndAtPoint' }),
  ])
  .meta({ id: 'ConnectorEnd' });

/** An end of a connector. */
export type ConnectorEnd = z.output<typeof ConnectorEnd>;

/** The cap at an end of a line or connector. */
export const Cap = z.enum(['none', 'arrow', 'triangle', 'dot', 'bar']);

/** The course of a connector between its ends. */
export const Route = z.enum(['straight', 'elbow', 'curved']);

/** The text of an element: the label of a connector, the title of a frame. */
export const elementText = z
  .string()
  .max(MAX_ELEMENT_TEXT)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: Postgres stores no U+0000 in a text
  .regex(/^[^\u0000]*$/, 'must not have the character U+0000');

/** The web address that an element leads to. */
export const elementLink = z
  .string()
  .max(MAX_ELEMENT_LINK)
  .regex(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
    /^(?:https?:\/\/|mailto:|space:)[^\s\u0000-\u001f\u007f]+$/i,
    'must be an address that begins with https://, http://, mailto: or space:',
  );

/** The address of the thing that an embed shows. */
export const embedAddress = z
  .string()
  .max(MAX_ELEMENT_LINK)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  .regex(/^space:[a-z-]+\/[^\s\u0000-\u001f\u007f]+$/, 'must be the address of a thing, such as space:table/tbl_…');

/** Characters of the place of an element: thousands that are drawn one after the other at the same end stay far below. */
const INDEX_CHARACTERS = 1_000;

/** The place of an element in the order from bottom to top. */
export const elementIndex = z
  .string()
  .max(INDEX_CHARACTERS)
  .regex(/^[0-9A-Za-z]*[1-9A-Za-z]$/, 'must be a place: letters and digits without a 0 at the end');

/** The number from which the drawn lines of an element come. */
export const elementSeed = z.int32().min(0);

/** The fields that every element has. A line or drawing has the size of its points, a connector the box around its ends. */
const common = {
  ref: z.string().optional().describe('The ref of the call that added it, in the answer to that call only'),
  id: z.string(),
  x: z.number().describe('Left edge in pixels'),
  y: z.number().describe('Upper edge in pixels'),
  width: z.number(),
  height: z.number(),
  rotation: z.number().describe('Degrees clockwise about its centre'),
  text: z.string().describe('Words of others; the label of a connector, the title of a frame'),
  style: ElementStyle,
  frame_id: z.string().nullable().describe('The frame that it is in'),
  group_id: z.string().nullable().describe('Elements with one group_id are moved together'),
  is_locked: z.boolean().describe('True if the console does not move it'),
  link: z.string().nullable(),
  index: z.string().describe('Its place: elements with a higher index cover those with a lower one'),
  seed: z.int().describe('Makes its drawn lines the same in each picture'),
};

const caps = { start_cap: Cap, end_cap: Cap };

/** An element of an example. */
const sampleElement = {
  type: 'sticky',
  id: 'elm_01jd0000000000000000000000',
  x: 0,
  y: 0,
  width: 160,
  height: 160,
  rotation: 0,
  text: 'Ask for the address',
  style: {
    stroke_color: '#1e1e1e',
    fill_color: '#ffec99',
    fill: 'solid',
    stroke_width: 2,
    stroke_style: 'solid',
    font_size: 20,
    align: 'center',
    roughness: 1,
    opacity: 1,
  },
  frame_id: null,
  group_id: null,
  is_locked: false,
  link: null,
  index: 'V',
  seed: 7,
};

/** An element of a whiteboard as answers have it. */
export const BoardElement = z
  .discriminatedUnion('type', [
    z.object({ type: z.enum(['sticky', 'rectangle', 'ellipse', 'diamond', 'text', 'frame']), ...common }),
    z.object({ type: z.literal('line'), ...common, points: z.array(Point), ...caps }),
    z.object({ type: z.literal('freehand'), ...common, points: z.array(Point) }),
    z.object({ type: z.literal('connector'), ...common, from: ConnectorEnd, to: ConnectorEnd, route: Route, ...caps }),
    z.object({ type: z.literal('image'), ...common, asset_id: z.string() }),
    z.object({ type: z.literal('embed'), ...common, address: z.string().describe('The thing that it shows, such as space:table/tbl_…') }),
  ])
  .meta({ id: 'WhiteboardElement', examples: [sampleElement] });

/** An element of a whiteboard as answers have it. */
export type BoardElement = z.output<typeof BoardElement>;

/** An element of one kind. */
export type ElementOf<Type extends ElementType> = Extract<BoardElement, { type: Type }>;

/** The points of a line. */
export const linePoints = z.array(Point).min(2).max(MAX_ELEMENT_POINTS.line);

/** The points of a freehand drawing. */
export const freehandPoints = z.array(Point).min(1).max(MAX_ELEMENT_POINTS.freehand);
