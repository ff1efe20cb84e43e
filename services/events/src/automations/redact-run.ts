/** Characters of one text that the log of a run shows. */
const MAX_TEXT_CHARACTERS = 500;
/** Bytes of the arguments of one action that the log of a run keeps, as JSON. */
const MAX_ARGUMENTS_BYTES = 16_384;
const SECRET = /\b(whsec_|wks_live_)[A-Za-z0-9+/=]+/g;

/** Arguments as the log of a run shows them: long texts cut, keys and signing secrets hidden; null when they are too large. */
export function redactArguments(given: Readonly<Record<string, unknown>>): Record<string, unknown> | null {
  const short = shorten(given) as Record<string, unknown>;
  return Buffer.byteLength(JSON.stringify(short)) > MAX_ARGUMENTS_BYTES ? null : short;
}

function shorten(value: unknown): unknown {
  if (typeof value === 'string') return cut(value.replace(SECRET, '$1…'));
  if (Array.isArray(value)) return value.map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shorten(part)]));
}

const cut = (text: string): string => {
  const characters = [...text.slice(0, 2 * MAX_TEXT_CHARACTERS + 2)];
  return characters.length > MAX_TEXT_CHARACTERS ? `${characters.slice(0, MAX_TEXT_CHARACTERS).join('')}…` : text;
};
