/** Returns a text of one line, truncated at the end of a word to at most `most` characters and an ellipsis. */
export function truncateWords(line: string, most: number): string {
  if (line.length <= most) return line;
  return `${line
    .slice(0, most)
    .replace(/\s+\S*$/, '')
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`;
}
