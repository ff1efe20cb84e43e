import type { Font } from 'opentype.js';
import { type FontFile, fontFiles } from './font-files.ts';
import { EM, outlinePath } from './outline-path.ts';

/** The looks of a text: of a hand, or plain. */
export type Typeface = 'hand' | 'plain';

/** A glyph that is drawn for a character. Its numbers are in 1/1,000 em. */
export interface BoardGlyph {
  /** Is unique among all glyphs and the same in each process. */
  readonly name: string;
  readonly advance: number;
  readonly path: string;
  /** True for the box that stands for a character that no font has. */
  readonly is_missing: boolean;
  readonly font: Font | undefined;
  readonly index: number;
}

/** Fonts for characters that the fonts of no typeface have: symbols, Japanese, Chinese and Korean. */
const fallbacks = ['noto-sans-symbols-2', 'noto-sans-math', 'yomogi', 'zcool-kuaile', 'gowun-dodum'];

/** The fonts of each typeface, in the order in which they are asked. */
const fontNames: Readonly<Record<Typeface, readonly string[]>> = {
  hand: ['shantell-sans', 'comic-relief', 'open-sans', ...fallbacks],
  plain: ['open-sans', 'comic-relief', 'shantell-sans', ...fallbacks],
};

const filesOfFonts = new Map<string, readonly FontFile[]>();
const found: Readonly<Record<Typeface, Map<number, BoardGlyph>>> = { hand: new Map(), plain: new Map() };
const kerning = new WeakMap<Font, Map<number, number>>();

const box: BoardGlyph = {
  name: 'missing',
  advance: 600,
  path: 'M70 0V-700H530V0ZM120 -50H480V-650H120Z',
  is_missing: true,
  font: undefined,
  index: 0,
};

/** Returns the glyph of a code point in the first font that has it, or a box. */
export function findGlyph(codePoint: number, typeface: Typeface): BoardGlyph {
  const known = found[typeface].get(codePoint);
  if (known) return known;
  const glyph = searchFonts(codePoint, typeface) ?? box;
  found[typeface].set(codePoint, glyph);
  return glyph;
}

/** Returns the change of the distance between two glyphs that stand next to each other, in 1/1,000 em. */
export function kern(left: BoardGlyph, right: BoardGlyph): number {
  const { font } = left;
  if (!font || font !== right.font) return 0;
  const pairs = kerning.get(font) ?? new Map<number, number>();
  kerning.set(font, pairs);
  const pair = left.index * 65_536 + right.index;
  const known = pairs.get(pair);
  if (known !== undefined) return known;
  const value = (font.getKerningValue(left.index, right.index) * EM) / font.unitsPerEm;
  const distance = Number.isFinite(value) ? Math.round(value) : 0;
  pairs.set(pair, distance);
  return distance;
}

function searchFonts(codePoint: number, typeface: Typeface): BoardGlyph | undefined {
  const character = String.fromCodePoint(codePoint);
  for (const name of fontNames[typeface]) {
    for (const file of filesOf(name)) {
      if (!file.covers(codePoint)) continue;
      const font = file.load();
      const index = font.charToGlyphIndex(character);
      if (index > 0) return readGlyph(file.name, font, index);
    }
  }
  return undefined;
}

function filesOf(name: string): readonly FontFile[] {
  const files = filesOfFonts.get(name) ?? fontFiles(name);
  filesOfFonts.set(name, files);
  return files;
}

function readGlyph(fileName: string, font: Font, index: number): BoardGlyph {
  const glyph = font.glyphs.get(index);
  return {
    name: `${fileName}-${index}`,
    advance: Math.round(((glyph.advanceWidth ?? 0) * EM) / font.unitsPerEm),
    path: outlinePath(glyph.path.commands, font.unitsPerEm),
    is_missing: false,
    font,
    index,
  };
}
