import type { DrawingContext, DrawnElement, PlainElement } from '../drawing/drawn-element.ts';
import { tag } from '../svg/tag.ts';
import { drawBoxedText } from '../text/boxed-text.ts';

const PADDING = 14;
const DEFAULT_PAPER = '#fff3a3';
const SHADOW = 8;

/** Returns a sticky note: a coloured sheet with a soft shadow and its text in the middle. */
export function drawSticky(element: PlainElement, { sheet }: DrawingContext): DrawnElement {
  const { x, y, width, height, text, style } = element;
  const area = { x, y, width, height, rx: 3 };
  const shadows = [
    { ...area, y: y + 5, x: x + 2, fill: '#000000', 'fill-opacity': 0.08 },
    { ...area, y: y + 2, x: x + 1, fill: '#000000', 'fill-opacity': 0.12 },
  ];
  const inner = {
    x: x + PADDING,
    y: y + PADDING,
    width: Math.max(0, width - PADDING * 2),
    height: Math.max(0, height - PADDING * 2),
  };
  return {
    markup:
      shadows.map((shadow) => tag('rect', shadow)).join('') +
      tag('rect', { ...area, fill: style.fill_color ?? DEFAULT_PAPER }) +
      drawBoxedText(text, inner, style, sheet),
    bounds: { left: x, top: y, right: x + width + SHADOW, bottom: y + height + SHADOW },
    label: text.trim() === '' ? 'Sticky note' : `Sticky note: ${text}`,
  };
}
