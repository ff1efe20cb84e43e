/** Characters of scripts that are written without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/gu;

/** Characters of such a script that take the time of one word to read. */
const CHARACTERS_PER_WORD = 2;

/** Returns the number of words in a plain text. In scripts without spaces, two characters count as a word. */
export function countWords(text: string): number {
  let characters = 0;
  const spaced = text.replace(unspaced, () => {
    characters += 1;
    return ' ';
  });
  const words = spaced.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return words + Math.ceil(characters / CHARACTERS_PER_WORD);
}
