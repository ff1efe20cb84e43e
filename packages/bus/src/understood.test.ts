import { expect, test } from '@jest/globals';
import { MAX_UNDERSTOOD } from '@space/contracts/platform';
import { asciiJson } from './ascii-json.ts';
import { boundedSentences } from './understood.ts';

test('a few sentences stay as they are', () => {
  expect(boundedSentences(['one', 'two'])).toEqual(['one', 'two']);
});

test.each([MAX_UNDERSTOOD.sentences + 1, 100_000])('of %d sentences the last one shown counts those left out', (count) => {
  const sentences = Array.from({ length: count }, (_, at) => `name ${at}`);
  const named = MAX_UNDERSTOOD.sentences - 1;
  expect(boundedSentences(sentences)).toEqual([...sentences.slice(0, named), `and ${count - named} more`]);
});

test('as many sentences as the header has room for are shown without a count', () => {
  const sentences = Array.from({ length: MAX_UNDERSTOOD.sentences }, (_, at) => `name ${at}`);
  expect(boundedSentences(sentences)).toEqual(sentences);
});

test.each(['x'.repeat(1_000), 'ß'.repeat(300), ' '.repeat(1_000_000)])('the header has room for long sentences', (sentence) => {
  const shown = boundedSentences(Array.from({ length: 15 }, () => sentence));
  expect(asciiJson(shown).length).toBeLessThanOrEqual(MAX_UNDERSTOOD.bytes);
  expect(shown.at(-1)).toBe(`and ${15 - (shown.length - 1)} more`);
});
