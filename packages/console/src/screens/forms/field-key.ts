/** The longest part of a label that becomes a key; the contract allows 60 characters. */
const MAX_LENGTH = 40;

/** Returns the key that a label suggests, in snake_case; empty for a label without Latin letters. */
export function keyFromLabel(label: string): string {
  const plain = label
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+/, '');
  return plain.slice(0, MAX_LENGTH).replace(/_+$/, '');
}

/** Returns a key with a number if it is taken, such as `email_2`. */
export function uniqueKey(wanted: string, taken: Iterable<string>): string {
  const known = new Set(taken);
  const base = wanted === '' ? 'field' : wanted;
  if (!known.has(base)) return base;
  for (let number = 2; ; number++) if (!known.has(`${base}_${number}`)) return `${base}_${number}`;
}
