/** The width of an average letter and the height of a line, as parts of the size of the font. */
const letter = { width: 0.55, height: 1.25 };

/** Returns the width and height that a text needs in about, line by line, without a font to measure it. */
export function textSize(text: string, fontSize: number): { readonly width: number; readonly height: number } {
  const lines = text.split('\n');
  const longest = Math.max(1, ...lines.map((line) => [...line].length));
  return { width: Math.ceil(longest * letter.width * fontSize), height: Math.ceil(lines.length * letter.height * fontSize) };
}
