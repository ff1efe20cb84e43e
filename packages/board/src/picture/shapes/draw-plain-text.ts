import type { DrawingContext, DrawnElement, PlainElement } from '../drawing/drawn-element.ts';
import { tag } from '../svg/tag.ts';
import { drawText } from '../text/draw-text.ts';
import { layoutText } from '../text/layout-text.ts';
import { typefaceOf } from '../text/typeface-of.ts';

/** Returns a text. All of its lines are drawn, also those below its box. A text without a width is not wrapped. */
export function drawPlainText(element: PlainElement, { sheet }: DrawingContext): DrawnElement {
  const { x, y, height, text, style } = element;
  const { font_size, align, stroke_color, fill_color } = style;
  const layout = layoutText(text, {
    font_size,
    typeface: typefaceOf(style),
    width: element.width > 0 ? element.width : null,
    height: null,
  });
  const width = Math.max(element.width, layout.width);
  const size = { width, height: Math.max(height, layout.height) };
  return {
    markup:
      (fill_color === null ? '' : tag('rect', { x, y, ...size, fill: fill_color })) +
      drawText(layout, { x, y, width, font_size, align, color: stroke_color }, sheet),
    bounds: { left: x, top: y, right: x + size.width, bottom: y + size.height },
    label: text.trim() === '' ? 'Text' : text,
  };
}
