/** Returns the first characters of a text; a cut text ends with an ellipsis. It cuts no character in two. */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  const letters = [...text.slice(0, length * 2 + 1)];
  return letters.length > length ? `${letters.slice(0, length - 1).join('')}…` : text;
}
