/** Returns the width of a text in pixels. */
export type MeasureText = (text: string) => number;

/** The height of a line as a part of the size of its font. */
export const LINE_HEIGHT = 1.25;

/** Returns the lines of a text that are at most a width wide. A line ends after a space; a word that is wider than a line is divided. */
export function wrapText(text: string, width: number, measure: MeasureText): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, width, measure));
}

function wrapLine(line: string, width: number, measure: MeasureText): string[] {
  if (measure(line) <= width) return [line];
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(/(?<= )/)) {
    if (current !== '' && measure((current + word).trimEnd()) > width) {
      lines.push(current.trimEnd());
      current = '';
    }
    current += word;
    while (measure(current.trimEnd()) > width) {
      const count = fittingCharacters(current, width, measure);
      if (count >= [...current].length) break;
      lines.push([...current].slice(0, count).join(''));
      current = [...current].slice(count).join('');
    }
  }
  return [...lines, current.trimEnd()];
}

/** Returns the number of characters at the start of a text that fit into a width, at least one. */
function fittingCharacters(text: string, width: number, measure: MeasureText): number {
  const characters = [...text];
  let [least, most] = [1, characters.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (measure(characters.slice(0, middle).join('')) <= width) least = middle;
    else most = middle - 1;
  }
  return least;
}
