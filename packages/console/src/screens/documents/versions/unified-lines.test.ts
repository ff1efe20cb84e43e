import { expect, test } from '@jest/globals';
import { unifiedLines } from './unified-lines.ts';

test('a unified diff becomes lines with the number of equal ones that it leaves out', () => {
  const diff = '--- version 3\n+++ version 5\n@@ -3,3 +3,3 @@\n a\n-b\n+B\n c\n@@ -10 +10,2 @@\n j\n+k\n\\ No newline at end of file';
  expect(unifiedLines(diff)).toEqual([
    { kind: 'gap', lines: 2 },
    { kind: 'same', text: 'a' },
    { kind: 'removed', text: 'b' },
    { kind: 'added', text: 'B' },
    { kind: 'same', text: 'c' },
    { kind: 'gap', lines: 4 },
    { kind: 'same', text: 'j' },
    { kind: 'added', text: 'k' },
  ]);
  expect(unifiedLines('')).toEqual([]);
});
