import type { CommonQueryMethods } from 'slonik';
import { findKeys } from './projects.queries.ts';

const LONGEST_KEY = 10;
const LENGTH = 4;

/** Returns the beginning of a key for a name: the first letters of its words, or of its only word. */
export function keyBeginning(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toUpperCase();
  const words = plain.match(/[A-Z0-9]+/g) ?? [];
  const letters = (words.length > 1 ? words.map((word) => word[0]).join('') : (words[0] ?? '')).replace(/^\d+/, '').slice(0, LENGTH);
  if (letters.length >= 2) return letters;
  return `${letters}PR`.slice(0, LENGTH);
}

/** Returns a key for a name that no project of the Space has: it gets the first free number from 2. */
export async function freeKey(tx: CommonQueryMethods, space: string, name: string): Promise<string> {
  const beginning = keyBeginning(name);
  const taken = new Set(await findKeys(tx, space, beginning));
  if (!taken.has(beginning)) return beginning;
  for (let number = 2; ; number++) {
    const key = `${beginning}${number}`.slice(-LONGEST_KEY);
    if (!taken.has(key)) return key;
  }
}
