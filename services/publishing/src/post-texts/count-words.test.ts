import { expect, test } from '@jest/globals';
import { countWords } from './count-words.ts';

test.each([
  ['', 0],
  ['One, two – and “three” & 4.', 5],
  ['l’été à Zoë', 3],
  ['機関は織る', 3],
  ['Hello 世界 again', 3],
])('counts the words of %j', (text, words) => {
  expect(countWords(text)).toBe(words);
});
