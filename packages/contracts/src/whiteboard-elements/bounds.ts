import type { Bound } from '../core/bound.ts';
import * as limits from './limits.ts';

/** Bounds of the elements of whiteboards. */
export const whiteboardElementBounds: readonly Bound[] = [
  { subject: 'elements', value: limits.MAX_BOARD_ELEMENTS, unit: 'elements', per: 'whiteboard', refusal: 'limit_reached' },
  { subject: 'elements of one call', value: limits.MAX_CALL_ELEMENTS, unit: 'elements', per: 'request', refusal: 'invalid' },
  { subject: 'text of an element', value: limits.MAX_ELEMENT_TEXT, unit: 'characters', per: 'request', refusal: 'invalid' },
  { subject: 'link or address of an element', value: limits.MAX_ELEMENT_LINK, unit: 'characters', per: 'request', refusal: 'invalid' },
  { subject: 'points of a line', value: limits.MAX_ELEMENT_POINTS.line, unit: 'points', per: 'request', refusal: 'invalid' },
  {
    subject: 'points of a freehand drawing',
    value: limits.MAX_ELEMENT_POINTS.freehand,
    unit: 'points',
    per: 'request',
    refusal: 'invalid',
  },
  {
    subject: 'distance of an element from the origin',
    value: limits.MAX_COORDINATE,
    unit: 'pixels',
    per: 'request',
    refusal: 'invalid',
  },
  { subject: 'width and height of an element', value: limits.MAX_ELEMENT_SIZE, unit: 'pixels', per: 'request', refusal: 'invalid' },
  {
    subject: 'width of a line',
    value: limits.STROKE_WIDTHS.most,
    unit: `pixels, at least ${limits.STROKE_WIDTHS.least}`,
    per: 'request',
    refusal: 'invalid',
  },
  {
    subject: 'size of a font',
    value: limits.FONT_SIZES.most,
    unit: `pixels, at least ${limits.FONT_SIZES.least}`,
    per: 'request',
    refusal: 'invalid',
  },
  { subject: 'frames in each other', value: limits.MAX_FRAME_NESTING, unit: 'levels', per: 'whiteboard', refusal: 'conflict' },
];
