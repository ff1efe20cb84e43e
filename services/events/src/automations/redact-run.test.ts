import { expect, test } from '@jest/globals';
import { redactArguments } from './redact-run.ts';

test('redactArguments leaves short arguments without secrets unchanged', () => {
  const given = { id: 'con_1', tags: ['new'], deep: { number: 1, nothing: null, yes: true } };
  expect(redactArguments(given)).toEqual(given);
});

test('redactArguments truncates long strings between characters and hides keys and signing secrets', () => {
  const truncated = redactArguments({ text: '👩'.repeat(600) }) as { text: string };
  expect(truncated.text).toBe(`${'👩'.repeat(500)}…`);
  expect(redactArguments({ note: `use wks_live_${'a'.repeat(42)} with whsec_QUJD+/==.` })).toEqual({
    note: 'use wks_live_… with whsec_….',
  });
});

test('redactArguments returns null for arguments that are too large to store', () => {
  expect(redactArguments({ list: Array(5_000).fill('word') })).toBeNull();
});
