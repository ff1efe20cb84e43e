import { expect, test } from '@jest/globals';
import { failuresOf } from './failures.ts';

const report = (status: string, failureMessages: string[] = []) => ({
  testResults: [{ name: '/repo/a.test.ts', message: '', assertionResults: [{ fullName: 'adds two', status, failureMessages }] }],
});

test('a failed test is one line with its file, its name and its error', () => {
  const error = '\u001B[31mError: expected 2\u001B[39m\n\n  received   3\n    at add (/repo/a.ts:1:1)\n    at run (/repo/b.ts:1:1)';
  expect(failuresOf(report('failed', [error]), '/repo')).toEqual(['a.test.ts › adds two: Error: expected 2 received 3']);
});

test('a long error is cut', () => {
  const [line] = failuresOf(report('failed', ['x'.repeat(1_000)]), '/repo');
  expect(line).toHaveLength('a.test.ts › adds two: '.length + 300);
});

test('tests that passed and tests that were skipped have no line', () => {
  expect(failuresOf(report('passed'), '/repo')).toEqual([]);
  expect(failuresOf(report('pending'), '/repo')).toEqual([]);
});

test('a file that does not load has a line', () => {
  const broken = { testResults: [{ name: '/repo/a.test.ts', message: 'SyntaxError: no\n  at x', assertionResults: [] }] };
  expect(failuresOf(broken, '/repo')).toEqual(['a.test.ts: SyntaxError: no']);
});
