import { expect, test } from '@jest/globals';
import { whyStored } from './why-stored.ts';

const open = { trashed_at: null, is_locked: false };

test('the trash comes before a lock, a lock before the end of live editing, and only a writer reads that it can be unlocked', () => {
  expect(whyStored('document', open, true, undefined)).toBeUndefined();
  expect(whyStored('document', open, true, 'Not live.')).toBe('Not live.');
  expect(whyStored('document', { ...open, is_locked: true }, true, 'Not live.')).toBe('This document is locked. Unlock it to change it.');
  expect(whyStored('document', { ...open, is_locked: true }, false, undefined)).toBe('This document is locked.');
  expect(whyStored('whiteboard', { is_locked: true, trashed_at: '2026-01-01T00:00:00Z' }, true, undefined)).toBe(
    'This whiteboard is in the trash.',
  );
});
