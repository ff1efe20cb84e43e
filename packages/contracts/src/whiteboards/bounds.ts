import type { Bound } from '../core/bound.ts';
import * as limits from './limits.ts';

/** Bounds of diagrams, of arranging and of imports. */
const drawingBounds: readonly Bound[] = [
  { subject: 'nodes of a diagram', value: limits.MAX_DIAGRAM.nodes, unit: 'nodes', per: 'request', refusal: 'invalid' },
  { subject: 'edges of a diagram', value: limits.MAX_DIAGRAM.edges, unit: 'edges', per: 'request', refusal: 'invalid' },
  {
    subject: 'label of a node or an edge of a diagram',
    value: limits.MAX_DIAGRAM_LABEL,
    unit: 'characters',
    per: 'request',
    refusal: 'invalid',
  },
  {
    subject: 'distance between two elements that are arranged',
    value: limits.ARRANGE_GAP.max,
    unit: `pixels, default ${limits.ARRANGE_GAP.default}`,
    per: 'request',
    refusal: 'invalid',
  },
];

/** Bounds of pictures and exported files. */
const exportBounds: readonly Bound[] = [
  { subject: 'factor of the size of a picture', value: limits.MAX_PICTURE_SCALE, unit: 'times', per: 'request', refusal: 'invalid' },
  { subject: 'side of a picture', value: limits.MAX_PICTURE_SIDE, unit: 'pixels', per: 'request', refusal: 'too_large' },
  { subject: 'exported file', value: limits.MAX_WHITEBOARD_EXPORT_BYTES, unit: 'bytes', per: 'request', refusal: 'too_large' },
  {
    subject: 'pictures of assets in an exported file',
    value: limits.MAX_EXPORTED_ASSET_BYTES,
    unit: 'bytes',
    per: 'request',
    effect: 'further ones are drawn as boxes with their names',
  },
];

/** Bounds of the answers and events about whiteboards. */
const answerBounds: readonly Bound[] = [
  {
    subject: 'beginning of the texts of a whiteboard in lists',
    value: limits.WHITEBOARD_EXCERPT_CHARACTERS,
    unit: 'characters',
    per: 'whiteboard',
    effect: 'the excerpt ends there',
  },
  {
    subject: 'texts of a whiteboard that a search reads',
    value: limits.MAX_WHITEBOARD_TEXT,
    unit: 'characters',
    per: 'whiteboard',
    effect: 'later texts are not found',
  },
  {
    subject: 'elements that an event names',
    value: limits.MAX_EVENT_ELEMENTS,
    unit: 'elements',
    per: 'whiteboard',
    effect: 'others are left out',
  },
  {
    subject: 'changed texts in an event',
    value: limits.MAX_EVENT_TEXTS,
    unit: 'texts',
    per: 'whiteboard',
    effect: 'others are left out',
  },
  {
    subject: 'elements of each kind of difference between two versions',
    value: limits.MAX_COMPARED_ELEMENTS,
    unit: 'elements',
    per: 'request',
    effect: 'others are left out',
  },
];

/** Bounds of the work on one whiteboard. */
const workBounds: readonly Bound[] = [
  {
    subject: 'processor time of the work on one whiteboard',
    value: limits.MAX_BOARD_CPU_MS,
    unit: 'ms',
    per: 'request',
    refusal: 'invalid',
  },
  {
    subject: 'work on one whiteboard on a busy machine',
    value: limits.MAX_BOARD_WALL_CLOCK_MS,
    unit: 'ms',
    per: 'request',
    refusal: 'unavailable',
  },
  {
    subject: 'whiteboards that are worked on or drawn, or wait; those for visitors of a Space count apart',
    value: limits.MAX_WAITING_BOARDS.space,
    unit: 'whiteboards',
    per: 'Space',
    refusal: 'unavailable',
  },
  {
    subject: 'whiteboards that are worked on or drawn, or wait',
    value: limits.MAX_WAITING_BOARDS.process,
    unit: 'whiteboards',
    per: 'process',
    refusal: 'unavailable',
  },
  {
    subject: 'one change of elements as an update',
    value: limits.MAX_BOARD_CHANGE_BYTES,
    unit: 'bytes',
    per: 'request',
    refusal: 'limit_reached',
  },
  { subject: 'answer to a change of elements', value: limits.MAX_BOARD_ANSWER_BYTES, unit: 'bytes', per: 'request', refusal: 'too_large' },
  {
    subject: 'memory of the work on one whiteboard',
    value: limits.MAX_BOARD_MEMORY_MB,
    unit: 'MB',
    per: 'request',
    refusal: 'invalid',
  },
];

/** Bounds of whiteboards. */
export const whiteboardBounds: readonly Bound[] = [
  {
    subject: 'whiteboards, with those in the trash',
    value: limits.MAX_WHITEBOARDS,
    unit: 'whiteboards',
    per: 'Space',
    refusal: 'limit_reached',
  },
  { subject: 'title of a whiteboard', value: limits.MAX_WHITEBOARD_TITLE, unit: 'characters', per: 'request', refusal: 'invalid' },
  {
    subject: 'whiteboard with its history, as it is stored',
    value: limits.MAX_WHITEBOARD_STATE_BYTES,
    unit: 'bytes',
    per: 'whiteboard',
    refusal: 'limit_reached',
  },
  {
    subject: 'body with elements, or with a file that becomes elements',
    value: limits.MAX_WHITEBOARD_BODY_BYTES,
    unit: 'bytes',
    per: 'request',
    refusal: 'too_large',
  },
  {
    subject: 'different things that the elements show or lead to',
    value: limits.MAX_WHITEBOARD_REFERENCES,
    unit: 'things',
    per: 'whiteboard',
    refusal: 'limit_reached',
  },
  {
    subject: 'comments with replies',
    value: limits.MAX_WHITEBOARD_COMMENTS,
    unit: 'comments',
    per: 'whiteboard',
    refusal: 'limit_reached',
  },
  { subject: 'share links', value: limits.MAX_SHARE_LINKS_PER_WHITEBOARD, unit: 'links', per: 'whiteboard', refusal: 'limit_reached' },
  ...drawingBounds,
  ...exportBounds,
  ...answerBounds,
  ...workBounds,
];
