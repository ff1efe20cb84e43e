declare module 'opentype.js' {
  /** A drawing command of an outline, in units of the font with y upwards. */
  interface OutlineCommand {
    readonly type: 'M' | 'L' | 'Q' | 'C' | 'Z';
    readonly x: number;
    readonly y: number;
    readonly x1: number;
    readonly y1: number;
    readonly x2: number;
    readonly y2: number;
  }

  interface Glyph {
    readonly index: number;
    readonly advanceWidth?: number;
    readonly path: { readonly commands: readonly OutlineCommand[] };
  }

  interface Font {
    readonly unitsPerEm: number;
    readonly ascender: number;
    readonly descender: number;
    readonly glyphs: { get(index: number): Glyph };
    charToGlyphIndex(character: string): number;
    getKerningValue(left: Glyph | number, right: Glyph | number): number;
  }

  const opentype: { parse(bytes: ArrayBuffer): Font };
  // biome-ignore lint/style/noDefaultExport: the package is CommonJS, and Node gives its exports as the default.
  export default opentype;
  export type { Font, Glyph, OutlineCommand };
}
