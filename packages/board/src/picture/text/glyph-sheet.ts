import type { BoardGlyph } from '../fonts/find-glyph.ts';
import { BoardPictureError } from '../refusal/board-picture-error.ts';
import { tag } from '../svg/tag.ts';

/** Characters of one picture: each takes about 25 bytes of its file. */
const MAX_PICTURE_CHARACTERS = 500_000;

const MAX_MISSING = 100;

/** The outlines that a picture uses. Each is written once, and its places refer to it. */
export class GlyphSheet {
  readonly #prefix: string;
  readonly #ids = new Map<string, string>();
  readonly #outlines: string[] = [];
  readonly #missing = new Set<string>();
  #places = 0;

  /** `prefix` begins the id of each outline, for pages with several pictures. */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Returns the id of the outline of a glyph; null for glyphs without lines, such as spaces. */
  use(character: string, glyph: BoardGlyph): string | null {
    if (glyph.is_missing && this.#missing.size < MAX_MISSING) this.#missing.add(character);
    if (glyph.path === '') return null;
    this.#places += 1;
    if (this.#places > MAX_PICTURE_CHARACTERS) {
      throw new BoardPictureError('too_large', 'The texts of the board are too long for one picture; draw one of its frames.');
    }
    const known = this.#ids.get(glyph.name);
    if (known) return known;
    const id = `${this.#prefix}${this.#ids.size.toString(36)}`;
    this.#ids.set(glyph.name, id);
    this.#outlines.push(tag('path', { id, d: glyph.path }));
    return id;
  }

  /** Returns the outlines as a `defs` element; an empty text if there are no outlines. */
  definitions(): string {
    return this.#outlines.length === 0 ? '' : tag('defs', {}, ...this.#outlines);
  }

  /** Returns the characters that no font has, sorted, at most 100. */
  missing(): string[] {
    return [...this.#missing].sort();
  }
}
