// A run of letters and digits is one word. Scripts without spaces between words are cut in characters.
const wordPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}_]+|\s+|./gsu;

/** Words that are longer than this are cut, so that a text without spaces is not one word. */
const maxWord = 40;

/** Returns the words, spaces and signs of a text, in order. Joined they give the text again. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  for (const [word] of text.matchAll(wordPattern)) {
    if (word.length <= maxWord) words.push(word);
    else words.push(...(word.match(/.{1,40}/gsu) ?? []));
  }
  return words;
}
