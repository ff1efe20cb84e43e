import type { DrawingContext, DrawnElement, PlainElement } from '../drawing/drawn-element.ts';
import { growBounds } from '../geometry/bounds.ts';
import { type Box, boxOf } from '../geometry/box.ts';
import { drawBoxedText } from '../text/boxed-text.ts';
import { drawOutline } from './draw-outline.ts';
import { diamondOutline, type Outline, rectangleOutline } from './outline.ts';

const PADDING = 8;

/** Returns a rectangle, an ellipse or a diamond with the text in its middle. */
export function drawShape(element: PlainElement, { sheet }: DrawingContext): DrawnElement {
  const { style, seed, text, width, height } = element;
  const box = { ...boxOf(element), rotation: 0 };
  const type = element.type as keyof typeof forms;
  const { outline, inner } = forms[type];
  const markup = drawOutline(outline(box), style, seed, Math.max(width, height)) + drawBoxedText(text, inner(box), style, sheet);
  return {
    markup,
    bounds: growBounds(
      { left: box.x, top: box.y, right: box.x + width, bottom: box.y + height },
      style.stroke_width / 2 + style.roughness * 2,
    ),
    label: text.trim() === '' ? names[type] : `${names[type]}: ${text}`,
  };
}

const names = { rectangle: 'Rectangle', ellipse: 'Ellipse', diamond: 'Diamond' } as const;

const forms: Readonly<Record<keyof typeof names, { readonly outline: (box: Box) => Outline; readonly inner: (box: Box) => Box }>> = {
  rectangle: { outline: rectangleOutline, inner: (box) => shrink(box, 1) },
  ellipse: { outline: (box) => ({ kind: 'ellipse', box }), inner: (box) => shrink(box, Math.SQRT1_2) },
  diamond: { outline: diamondOutline, inner: (box) => shrink(box, 0.5) },
};

/** Returns the part of a box in its middle that has room for text. */
function shrink({ x, y, width, height, rotation }: Box, share: number): Box {
  const inner = { width: Math.max(0, width * share - PADDING * 2), height: Math.max(0, height * share - PADDING) };
  return { x: x + (width - inner.width) / 2, y: y + (height - inner.height) / 2, ...inner, rotation };
}
