import { expect, test } from '@jest/globals';
import { searchWords } from './search-words.ts';

test.each([
  ['The Résumé, the 2nd', ['the', 'resume', '2nd']],
  ['e-mail: ada@example.com', ['e', 'mail', 'ada', 'example', 'com']],
  ['東京都 A1中', ['東京', '京都', '中', 'a1']],
  ['ﬁne ＡＢＣ', ['fine', 'abc']],
  ['  ', []],
  ["'; drop table :*|&!()", ['drop', 'table']],
])('finds the words of %j', (text, words) => {
  expect(searchWords(text, 100)).toEqual(words);
});

test('returns so many words at most, and cuts long ones', () => {
  expect(searchWords('a b c d', 2)).toEqual(['a', 'b']);
  expect(searchWords('x'.repeat(1_000), 2)).toEqual(['x'.repeat(40)]);
});

test('reads 2 MB of different words in little time', () => {
  const text = Array.from({ length: 300_000 }, (_, at) => at.toString(36)).join(' ');
  expect(searchWords(text, 50_000)).toHaveLength(50_000);
});
