/** Returns the first characters of a text; a cut text ends with an ellipsis. */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  const letters = [...text.slice(0, length * 2)];
  return letters.length > length ? `${letters.slice(0, length - 1).join('')}…` : text;
}
