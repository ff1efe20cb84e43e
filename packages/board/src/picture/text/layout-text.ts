import { findGlyph, type Typeface } from '../fonts/find-glyph.ts';
import { EM } from '../fonts/outline-path.ts';
import { languageOf, readCharacters, type TextCharacter } from './read-characters.ts';
import { widthOf, wrapCharacters } from './wrap-characters.ts';

/** The look and the space of a text, in pixels. */
export interface TextSpace {
  readonly font_size: number;
  readonly typeface: Typeface;
  /** Lines are wrapped to it; null for lines as long as they are. */
  readonly width: number | null;
  /** Lines that do not fit are left out and the last one ends with an ellipsis; null for all lines. */
  readonly height: number | null;
}

/** A text in lines, with its size in pixels. */
export interface TextLayout {
  readonly lines: readonly { readonly characters: readonly TextCharacter[]; readonly width: number }[];
  readonly width: number;
  readonly height: number;
  readonly line_height: number;
  readonly typeface: Typeface;
}

/** The distance of two lines in font sizes. */
export const LINE_HEIGHT = 1.25;

/** Divides a text into lines. A text of nothing but blanks has no line. */
export function layoutText(text: string, { font_size, typeface, width, height }: TextSpace): TextLayout {
  const line_height = font_size * LINE_HEIGHT;
  const limit = width === null ? Infinity : (Math.max(width, 0) * EM) / font_size;
  const most = height === null ? Infinity : Math.max(1, Math.floor(height / line_height));
  const lines: TextCharacter[][] = [];
  const language = languageOf(text);
  let isCut = false;
  for (const paragraph of text.trim() === '' ? [] : text.trimEnd().split(/\r\n?|\n/)) {
    if (lines.length >= most) {
      isCut = true;
      break;
    }
    // The rest of a long paragraph would be wrapped for nothing.
    const characters = readCharacters(paragraph, typeface, language);
    lines.push(...wrapCharacters(characters, limit));
  }
  if (lines.length > most) isCut = true;
  const shown = lines.slice(0, most);
  if (isCut) shown.push(withEllipsis(shown.pop()!, typeface, limit));
  const measured = shown.map((characters) => ({ characters, width: (widthOf(characters) * font_size) / EM }));
  return {
    lines: measured,
    width: measured.reduce((widest, line) => Math.max(widest, line.width), 0),
    height: measured.length * line_height,
    line_height,
    typeface,
  };
}

function withEllipsis(line: readonly TextCharacter[], typeface: Typeface, limit: number): TextCharacter[] {
  const ellipsis: TextCharacter = { character: '…', glyph: findGlyph(0x2026, typeface), is_mark: false };
  const rest = [...line];
  while (rest.length > 0 && (rest.at(-1)!.character === ' ' || widthOf([...rest, ellipsis]) > limit)) rest.pop();
  return [...rest, ellipsis];
}
