import type { ElementStyle } from '@space/contracts/whiteboard-elements';
import type { Box } from '../geometry/box.ts';
import { drawText } from './draw-text.ts';
import type { GlyphSheet } from './glyph-sheet.ts';
import { layoutText } from './layout-text.ts';
import { typefaceOf } from './typeface-of.ts';

/** Returns a text in the middle of a box. Lines below the box are left out, and an ellipsis stands for them. */
export function drawBoxedText(text: string, box: Omit<Box, 'rotation'>, style: ElementStyle, sheet: GlyphSheet): string {
  const { font_size, align, stroke_color } = style;
  const layout = layoutText(text, { font_size, typeface: typefaceOf(style), width: box.width, height: box.height });
  const y = box.y + Math.max(0, (box.height - layout.height) / 2);
  return drawText(layout, { x: box.x, y, width: box.width, font_size, align, color: stroke_color }, sheet);
}
