import { expect, test } from '@jest/globals';
import { MAX_UNDERSTOOD } from '@space/contracts/platform';
import { asciiJson } from './ascii-json.ts';
import { boundedSentences } from './understood.ts';

test('a few sentences stay as they are', () => {
  expect(boundedSentences(['one', 'two'])).toEqual(['one', 'two']);
});

test('sentences above the number are counted', () => {
  const sentences = Array.from({ length: 100_000 }, (_, at) => `name ${at}`);
  expect(boundedSentences(sentences)).toEqual([
    ...sentences.slice(0, MAX_UNDERSTOOD.sentences),
    `and ${100_000 - MAX_UNDERSTOOD.sentences} more`,
  ]);
});

test.each(['x'.repeat(1_000), 'ß'.repeat(300), ' '.repeat(1_000_000)])('the header has room for long sentences', (sentence) => {
  const shown = boundedSentences(Array.from({ length: 15 }, () => sentence));
  expect(asciiJson(shown).length).toBeLessThanOrEqual(MAX_UNDERSTOOD.bytes);
  expect(shown.at(-1)).toBe(`and ${15 - (shown.length - 1)} more`);
});
