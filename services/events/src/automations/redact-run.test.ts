import { expect, test } from '@jest/globals';
import { redactArguments } from './redact-run.ts';

test('the log of a run shows arguments as they were sent', () => {
  const given = { id: 'con_1', tags: ['new'], deep: { number: 1, nothing: null, yes: true } };
  expect(redactArguments(given)).toEqual(given);
});

test('long texts are cut between characters, and keys and signing secrets are hidden', () => {
  const cut = redactArguments({ text: '👩'.repeat(600) }) as { text: string };
  expect(cut.text).toBe(`${'👩'.repeat(500)}…`);
  expect(redactArguments({ note: `use wks_live_${'a'.repeat(42)} with whsec_QUJD+/==.` })).toEqual({
    note: 'use wks_live_… with whsec_….',
  });
});

test('arguments that are too large to keep are not shown', () => {
  expect(redactArguments({ list: Array(5_000).fill('word') })).toBeNull();
});
