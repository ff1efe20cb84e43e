import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype, { type Font } from 'opentype.js';
import { readWoff } from './read-woff.ts';
import { type CodePointRange, isInRanges, parseUnicodeRanges } from './unicode-ranges.ts';

const require = createRequire(import.meta.url);

/** A file with the glyphs of some ranges of a font. It is read when a text first needs it. */
export interface FontFile {
  /** A short name for ids of glyphs, such as `shantell-sans-latin`. */
  readonly name: string;
  covers(codePoint: number): boolean;
  load(): Font;
}

/** Returns the files of a font of the `@fontsource` packages, in regular weight. The ranges of a font with one file are not asked. */
export function fontFiles(name: string): FontFile[] {
  const subsets = Object.entries(require(`@fontsource/${name}/unicode.json`) as Readonly<Record<string, string>>);
  return subsets.map(([subset, text]) =>
    fontFile(name, subset.replace(/[[\]]/g, ''), subsets.length === 1 ? [EVERY_CODE_POINT] : parseUnicodeRanges(text)),
  );
}

const EVERY_CODE_POINT: CodePointRange = [0, 0x10ffff];

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
  return opentype.parse(new Uint8Array(readWoff(readFileSync(path))).buffer);
}
