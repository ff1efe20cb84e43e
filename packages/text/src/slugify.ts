import slugifyWords from '@sindresorhus/slugify';

/**
 * Returns the slug of a title: lower-case Latin letters and digits with hyphens between words, at most `maxLength`
 * characters; letters of other alphabets are transliterated, an apostrophe joins. A title without any gives `fallback`.
 */
export function slugify(title: string, { fallback, maxLength }: { readonly fallback: string; readonly maxLength: number }): string {
  const words = slugifyWords(title.normalize('NFKC').replace(/(?<=\p{L})['’ʼ](?=\p{L})/gu, ''), { decamelize: false });
  return words.slice(0, maxLength).replace(/^-+|-+$/g, '') || fallback;
}

/** Returns `wanted`, or `wanted` with the first number from 2 that makes it different from all of `taken`. */
export function firstFreeSlug(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted}-${number}`)) number += 1;
  return `${wanted}-${number}`;
}
