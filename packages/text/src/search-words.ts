/** Characters of a word; the rest of a longer one is left out. */
const MAX_WORD = 40;
const WORD = /[\p{L}\p{N}]+/gu;
/** Characters of scripts that are written without spaces: each pair of them counts as a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

/**
 * Returns the different words of a text for a search, at most `most`, in the order of their first place. They are lowered and have no marks, so
 * that "resume" finds "Résumé".
 */
export function searchWords(text: string, most: number): string[] {
  const words = new Set<string>();
  for (const [run] of text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .matchAll(WORD)) {
    const spaced = run.replace(UNSPACED, (unspaced) => {
      addPairs(words, unspaced);
      return ' ';
    });
    for (const word of spaced.split(' ')) if (word !== '') words.add(word.slice(0, MAX_WORD).toWellFormed());
    if (words.size >= most) break;
  }
  return [...words].slice(0, most);
}

function addPairs(words: Set<string>, unspaced: string): void {
  const characters = [...unspaced];
  if (characters.length === 1) words.add(unspaced);
  for (let at = 1; at < characters.length; at += 1) words.add(`${characters[at - 1]}${characters[at]}`);
}

/** Characters of the id of a Space that stand before its words. */
const SPACE_KEY = 10;

/** Returns a word as the index of words has it, which all Spaces share: after the end of the id of its Space. */
export const spaceWord = (space: string, word: string): string => `${space.slice(-SPACE_KEY)}${word}`;
