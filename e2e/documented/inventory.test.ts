import { expect, test } from '@jest/globals';
import { codeBlocks } from '../../scripts/documents/code-blocks.ts';
import { isLeftOut, leftOut, run } from './inventory.ts';

test('each block of the documents is run, is left out for a reason, or is a drawing', () => {
  const known = new Set(Object.values(run).flat());
  const unknown = codeBlocks.filter((block) => !known.has(block) && !isLeftOut(block) && block.language !== 'text');
  expect(unknown.map(({ file, line, language }) => `${file}:${line} ${language || 'has no language'}`)).toEqual([]);
});

test('every block that is left out exists, and most blocks are run', () => {
  for (const start of Object.keys(leftOut)) expect(codeBlocks.filter(({ text }) => text.startsWith(start))).not.toEqual([]);
  expect(Object.values(run).flat().length).toBeGreaterThan(codeBlocks.length / 2);
});
