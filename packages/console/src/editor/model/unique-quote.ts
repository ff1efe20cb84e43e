/** A character in the place of a picture or another thing in a line. A quote has none. */
export const THING_SIGN = '\ufffc';

/** The characters of a quote that the service takes. */
const QUOTE_CHARACTERS = 1_000;

/**
 * Returns the text between two places of one of some lines, with as many words around it as make it the only one of these lines; undefined
 * if it is blank, or if no words do.
 */
export function uniqueQuote(lines: readonly string[], line: number, from: number, to: number): string | undefined {
  const text = lines[line]!;
  const [first = ''] = text.slice(from, to).split(THING_SIGN).filter(hasWords);
  if (!hasWords(first)) return undefined;
  let start = text.indexOf(first.trim(), from);
  let end = start + wholeCharacters(first.trim()).length;
  while (countIn(lines, text.slice(start, end)) > 1) {
    const [before] = /[^\s\ufffc]*\s*$/.exec(text.slice(0, start))!;
    const [after] = /^\s*[^\s\ufffc]*/.exec(text.slice(end))!;
    const wider = text.slice(start - before.length, end + after.length).trim();
    if (wider.length <= end - start || wider.length > QUOTE_CHARACTERS) return undefined;
    start = text.indexOf(wider, start - before.length);
    end = start + wider.length;
  }
  return text.slice(start, end);
}

const hasWords = (text: string): boolean => text.trim() !== '';

/** Cuts a text to the length of a quote, between two characters. */
const wholeCharacters = (text: string): string =>
  text.length <= QUOTE_CHARACTERS
    ? text
    : text
        .slice(0, QUOTE_CHARACTERS)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd();

/** Returns how often a text is in some lines, without overlap. */
const countIn = (lines: readonly string[], text: string): number => lines.reduce((sum, line) => sum + line.split(text).length - 1, 0);
