const MAX_KEY = 60;

/** Returns a key for a label, such as `unit_price` for "Unit price"; one that is taken gets a number. */
export function keyOf(label: string, taken: readonly string[] = []): string {
  const plain = label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, MAX_KEY - 4);
  const key = plain === '' ? 'column' : plain;
  if (!taken.includes(key)) return key;
  let number = 2;
  while (taken.includes(`${key}_${number}`)) number += 1;
  return `${key}_${number}`;
}
