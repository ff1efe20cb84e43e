import { kern } from '../fonts/find-glyph.ts';
import { EM } from '../fonts/outline-path.ts';
import { tag } from '../svg/tag.ts';
import type { GlyphSheet } from './glyph-sheet.ts';
import type { TextLayout } from './layout-text.ts';
import { visualOrder } from './visual-order.ts';

/** The place of a text: the rectangle in which its lines are aligned. */
export interface TextPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly font_size: number;
  readonly align: 'left' | 'center' | 'right';
  readonly color: string;
}

/** The distance of the base line from the top of a line, in line heights. */
const BASE_LINE = 0.77;

/** Returns the outlines of a text that begins at the top of a place. */
export function drawText(layout: TextLayout, place: TextPlace, sheet: GlyphSheet): string {
  const scale = place.font_size / EM;
  const lines = layout.lines.map(({ characters, width }, row) => {
    const left = place.x + (place.width - width) * shares[place.align];
    const base = place.y + (row + BASE_LINE) * layout.line_height;
    return drawLine(visualOrder(characters, layout.typeface), (left - place.x) / scale, (base - place.y) / scale, sheet);
  });
  const drawn = lines.join('');
  if (drawn === '') return '';
  return tag('g', { fill: place.color, transform: `translate(${round(place.x)} ${round(place.y)}) scale(${scale})` }, drawn);
}

function drawLine(characters: ReturnType<typeof visualOrder>, left: number, base: number, sheet: GlyphSheet): string {
  let x = left;
  const y = Math.round(base);
  return characters
    .map(({ character, glyph }, index) => {
      if (index > 0) x += kern(characters[index - 1]!.glyph, glyph);
      const id = sheet.use(character, glyph);
      const place = Math.round(x);
      x += glyph.advance;
      return id ? `<use href="#${id}" x="${place}" y="${y}"/>` : '';
    })
    .join('');
}

const shares = { left: 0, center: 0.5, right: 1 } as const;

const round = (value: number) => Math.round(value * 100) / 100 + 0;
