/** Returns the value of a filter as one text; several allowed texts stand with commas between. */
export const filterText = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value ?? ''));

/**
 * Returns the value of a filter that a text says: one text, or a list where commas stand between several; undefined for an empty text. A text
 * that says what was `given` is that, so that a comma inside of one text divides nothing that no one changed.
 */
export function readFilter(text: string, given?: unknown): unknown {
  if (given !== undefined && text === filterText(given)) return given;
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length > 1 ? parts : parts[0];
}
