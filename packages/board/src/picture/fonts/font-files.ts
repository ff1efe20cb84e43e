import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype, { type Font } from 'opentype.js';
import { type CodePointRange, isInRanges, parseUnicodeRanges } from './unicode-ranges.ts';

const require = createRequire(import.meta.url);

/** A file with the glyphs of some ranges of a font. It is read when a text first needs it. */
export interface FontFile {
  /** A short name for ids of glyphs, such as `pangolin-latin`. */
  readonly name: string;
  covers(codePoint: number): boolean;
  load(): Font;
}

/** Returns the files of a font of the `@fontsource` packages, in regular weight. */
export function fontFiles(name: string): FontFile[] {
  const ranges = require(`@fontsource/${name}/unicode.json`) as Readonly<Record<string, string>>;
  return Object.entries(ranges).map(([subset, text]) => fontFile(name, subset.replace(/[[\]]/g, ''), parseUnicodeRanges(text)));
}

function fontFile(name: string, subset: string, ranges: readonly CodePointRange[]): FontFile {
  let font: Font | undefined;
  return {
    name: `${name}-${subset}`,
    covers: (codePoint) => isInRanges(codePoint, ranges),
    load() {
      font ??= readFont(require.resolve(`@fontsource/${name}/files/${name}-${subset}-400-normal.woff`));
      return font;
    },
  };
}

function readFont(path: string): Font {
  const bytes = readFileSync(path);
  return opentype.parse(new Uint8Array(bytes).buffer);
}
