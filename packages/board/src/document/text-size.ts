/** The width of an average letter and the height of a line, as parts of the size of the font. */
const letter = { width: 0.55, height: 1.25 };

/** Returns the width and height that a text needs in about, line by line, without a font to measure it. */
export function textSize(text: string, fontSize: number): { readonly width: number; readonly height: number } {
  const lines = text.split('\n');
  const longest = Math.max(1, ...lines.map(letters));
  return { width: Math.ceil(longest * letter.width * fontSize), height: Math.ceil(lines.length * letter.height * fontSize) };
}

/** Returns the height that a text needs in about if its lines break at a width. */
export function wrappedHeight(text: string, fontSize: number, width: number): number {
  // Words leave a part of each line empty.
  const perLine = Math.max(1, Math.floor((0.85 * width) / (letter.width * fontSize)));
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(letters(line) / perLine)), 0);
  return Math.ceil(lines * letter.height * fontSize);
}

function letters(text: string): number {
  return [...text].length;
}
