/** The text of a file, cut at a number of bytes. */
export interface CollectedText {
  readonly text: string;
  readonly is_truncated: boolean;
}

/** A text that grows up to a number of bytes. */
export interface TextCollector {
  /** Adds a piece, or the part of it that has room. */
  add(piece: string): void;
  /** True when no more is taken. */
  isFull(): boolean;
  isEmpty(): boolean;
  /** Notes that the file has more text than was added. */
  cut(): void;
  /** Returns the text without control characters, trailing spaces and rows of empty lines. */
  result(): CollectedText;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed
const CONTROLS = /[\u0000-\u0008\u000b\u000e-\u001f\u007f\ufeff\ufffe\uffff]/g;

/** Creates a collector of at most `max_bytes` of UTF-8. */
export function createTextCollector(max_bytes: number): TextCollector {
  const pieces: string[] = [];
  let bytes = 0;
  let isCut = false;
  return {
    add(piece) {
      if (isCut || piece === '') return;
      const size = Buffer.byteLength(piece);
      const fits = bytes + size <= max_bytes;
      pieces.push(fits ? piece : firstBytes(piece, max_bytes - bytes));
      bytes += size;
      isCut = !fits;
    },
    isFull: () => isCut,
    isEmpty: () => bytes === 0,
    cut() {
      isCut = true;
    },
    result() {
      const lines = pieces
        .join('')
        .replace(CONTROLS, '')
        .replaceAll(/\r\n?|\f|\u2028|\u2029/g, '\n')
        .toWellFormed()
        .split('\n');
      const text = lines
        .map((line) => line.trimEnd())
        .join('\n')
        .replaceAll(/\n{3,}/g, '\n\n')
        .trim();
      return { text, is_truncated: isCut };
    },
  };
}

/** Returns the beginning of a text with at most a number of bytes in UTF-8, without half a character. */
export function firstBytes(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(Math.max(0, bytes)));
  return text.slice(0, read);
}
