import { kern } from '../fonts/find-glyph.ts';
import { EM } from '../fonts/outline-path.ts';
import { decimal } from '../svg/decimal.ts';
import { tag } from '../svg/tag.ts';
import type { GlyphSheet } from './glyph-sheet.ts';
import type { TextLayout } from './layout-text.ts';
import type { TextCharacter } from './read-characters.ts';
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
    const x = place.x + (place.width - width) * shares[place.align];
    const y = place.y + (row + BASE_LINE) * layout.line_height;
    const outlines = drawLine(visualOrder(characters, layout.typeface), sheet);
    return outlines === '' ? '' : tag('g', { transform: `translate(${decimal(x)} ${decimal(y)}) scale(${scale})` }, outlines);
  });
  const drawn = lines.join('');
  return drawn === '' ? '' : tag('g', { fill: place.color }, drawn);
}

function drawLine(characters: readonly TextCharacter[], sheet: GlyphSheet): string {
  let x = 0;
  return characters
    .map(({ character, glyph }, index) => {
      if (index > 0) x += kern(characters[index - 1]!.glyph, glyph);
      const id = sheet.use(character, glyph);
      const left = x;
      x += glyph.advance;
      return id ? `<use href="#${id}" x="${left}"/>` : '';
    })
    .join('');
}

const shares = { left: 0, center: 0.5, right: 1 } as const;
