import type { ElementOf } from '@space/contracts/whiteboard-elements';
import type { DrawingContext, DrawnElement } from '../drawing/drawn-element.ts';
import { tag } from '../svg/tag.ts';
import { drawText } from '../text/draw-text.ts';
import { layoutText } from '../text/layout-text.ts';
import { typefaceOf } from '../text/typeface-of.ts';

const PADDING = 12;
const STRIPE = 5;
const CAPTION = 0.75;

/** Returns a card with the kind of a thing, such as Table, and the title that the caller gave for it. */
export function drawEmbed(element: ElementOf<'embed'>, { things, sheet }: DrawingContext): DrawnElement {
  const { x, y, width, height, style, address } = element;
  const kind = kindOf(address);
  const title = things.get(address) ?? element.text;
  const inner = { x: x + STRIPE + PADDING, y: y + PADDING, width: Math.max(0, width - STRIPE - PADDING * 2) };
  const caption = { font_size: style.font_size * CAPTION, typeface: typefaceOf(style), width: inner.width, height: 0 };
  const kindLayout = layoutText(kind, caption);
  const room = Math.max(0, height - PADDING * 2 - kindLayout.height);
  const titleLayout = layoutText(title, { ...caption, font_size: style.font_size, height: room });
  const place = { ...inner, align: 'left' as const };
  return {
    markup:
      tag('rect', { x, y, width, height, rx: 6, fill: style.fill_color ?? '#ffffff', stroke: '#ced4da', 'stroke-width': 1 }) +
      tag('rect', { x, y, width: Math.min(STRIPE, width), height, rx: 2, fill: '#4c6ef5' }) +
      drawText(kindLayout, { ...place, font_size: caption.font_size, color: '#5c636a' }, sheet) +
      drawText(titleLayout, { ...place, y: inner.y + kindLayout.height, font_size: style.font_size, color: style.stroke_color }, sheet),
    bounds: { left: x, top: y, right: x + width, bottom: y + height },
    label: title.trim() === '' ? kind : `${kind}: ${title}`,
  };
}

/** Returns the kind of a thing from its address: `Table` for `space:table/tbl_…`. */
function kindOf(address: string): string {
  const words = (/^space:([a-z-]+)\//.exec(address)?.[1] ?? 'thing').replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
