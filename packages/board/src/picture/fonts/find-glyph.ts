import type { Font } from 'opentype.js';
import { type FontFile, fontFiles } from './font-files.ts';
import { EM, outlinePath } from './outline-path.ts';

/** The looks of a text: of a hand, or plain. */
export type Typeface = 'hand' | 'plain';

/** The language whose forms Han characters have: Chinese and Japanese have many in common, and a font of each. */
export type TextLanguage = 'chinese' | 'other';

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

/** The fonts of each typeface, in the order in which they are asked. */
const fontNames: Readonly<Record<Typeface, readonly string[]>> = {
  hand: ['shantell-sans', 'comic-relief', 'open-sans'],
  plain: ['open-sans', 'comic-relief', 'shantell-sans'],
};

/** Fonts for characters that the fonts of no typeface have: symbols, and the scripts of a language. */
const symbolFonts = ['noto-sans-symbols-2', 'noto-sans-math'];
const scriptFonts: Readonly<Record<TextLanguage, readonly string[]>> = {
  chinese: ['zcool-kuaile', 'yomogi', 'gowun-dodum'],
  other: ['yomogi', 'zcool-kuaile', 'gowun-dodum'],
};

const filesOfFonts = new Map<string, readonly FontFile[]>();
const found = new Map<string, BoardGlyph>();
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
export function findGlyph(codePoint: number, typeface: Typeface, language: TextLanguage = 'other'): BoardGlyph {
  const key = `${typeface} ${language} ${codePoint}`;
  const known = found.get(key);
  if (known) return known;
  const glyph = searchFonts(codePoint, [...fontNames[typeface], ...symbolFonts, ...scriptFonts[language]]) ?? box;
  found.set(key, glyph);
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

function searchFonts(codePoint: number, fonts: readonly string[]): BoardGlyph | undefined {
  const character = String.fromCodePoint(codePoint);
  for (const name of fonts) {
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
