import type { DrawingContext, DrawnElement, PlainElement } from '../drawing/drawn-element.ts';
import { growBounds } from '../geometry/bounds.ts';
import { tag } from '../svg/tag.ts';
import { drawText } from '../text/draw-text.ts';
import { layoutText } from '../text/layout-text.ts';
import { strokeAttributes } from './stroke.ts';

const GAP = 4;

/** Returns a frame with its title above. A title is one line, cut at the width of the frame. */
export function drawFrame(element: PlainElement, { sheet }: DrawingContext): DrawnElement {
  const { x, y, width, height, text, style } = element;
  const { font_size, stroke_color } = style;
  const line = text.replace(/\s+/g, ' ');
  const layout = layoutText(line, { font_size, typeface: 'plain', width, height: 0 });
  const top = layout.height === 0 ? y : y - layout.height - GAP;
  const title = drawText(
    layout,
    { x, y: top, width, font_size, align: style.align === 'center' ? 'center' : 'left', color: stroke_color },
    sheet,
  );
  return {
    markup: tag('rect', { x, y, width, height, rx: 6, fill: style.fill_color ?? 'none', ...strokeAttributes(style) }) + title,
    bounds: growBounds({ left: x, top, right: x + Math.max(width, layout.width), bottom: y + height }, style.stroke_width / 2),
    label: text.trim() === '' ? 'Frame' : `Frame: ${text}`,
  };
}
