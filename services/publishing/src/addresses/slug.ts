/** Letters of a slug at most; a number may follow. */
const LENGTH = 70;

/** The slug that a title suggests: lower-case words with hyphens between; `otherwise` for one without Latin letters and digits. */
export function slugOf(title: string, otherwise: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LENGTH)
    .replace(/^-|-$/g, '');
  return words || otherwise;
}

/** `wanted`, or else `wanted` with the first number behind it that none of `taken` has. */
export function firstFreeSlug(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted}-${number}`)) number += 1;
  return `${wanted}-${number}`;
}
