import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type DiffLine, lineDiff, nearChanges } from './line-diff.ts';

const marked = (lines: readonly DiffLine[]) => lines.map(({ kind, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`);

test('a changed line is removed and added between the lines that stay', () => {
  expect(marked(lineDiff('a\nb\nc', 'a\nx\nc\nd'))).toEqual([' a', '-b', '+x', ' c', '+d']);
  expect(marked(lineDiff('', 'a'))).toEqual(['+a']);
  expect(marked(lineDiff('a\nb', 'a\nb'))).toEqual([' a', ' b']);
});

test('the shortest comparison is found', () => {
  expect(marked(lineDiff('a\nb\nc\na\nb\nb\na', 'c\nb\na\nb\na\nc')).filter((line) => !line.startsWith(' '))).toHaveLength(5);
});

test('the old text is the same and removed lines, and the new text the same and added lines', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 2, maxLength: 12 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (old, next) => {
      const lines = lineDiff(old, next);
      const without = (kind: DiffLine['kind']) =>
        lines
          .filter((line) => line.kind !== kind)
          .map((line) => line.text)
          .join('\n');
      expect([without('added'), without('removed')]).toEqual([old, next]);
    }),
  );
});

test('texts that differ everywhere are replaced as a whole, in little time', () => {
  const lines = (word: string) => Array.from({ length: 20_000 }, (_, index) => `${word} ${index}`).join('\n');
  expect(lineDiff(lines('old'), lines('new'))).toHaveLength(40_000);
});

test('equal lines far from a change are one gap', () => {
  const lines = lineDiff('1\n2\n3\n4\n5\n6', '1\n2\n3\n4\n5\nx');
  expect(nearChanges(lines, 1)).toEqual([
    { kind: 'gap', lines: 4 },
    { kind: 'same', text: '5' },
    { kind: 'removed', text: '6' },
    { kind: 'added', text: 'x' },
  ]);
  expect(nearChanges(lineDiff('1\n2', '1\n2'))).toEqual([{ kind: 'gap', lines: 2 }]);
});
