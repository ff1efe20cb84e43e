import { expect, test } from '@jest/globals';
import { endOf } from './close-codes.ts';
import { type EndReason, type LiveNoun, type LiveState, liveWords } from './live-state.ts';

const ended = (reason: EndReason | undefined, more: Partial<LiveState> = {}, noun: LiveNoun = 'document'): string =>
  liveWords({ phase: 'ended', isSynced: true, mayWrite: false, isUnsaved: false, ...(reason && { reason }), ...more }, noun);

test('a document that is gone is not said to be readable, nor its changes to be forbidden', () => {
  expect(ended(endOf(4404))).toBe('This document was deleted or is in the trash.');
  expect(ended('gone', { detail: 'There is no whiteboard wbd_1.', isUnsaved: true }, 'whiteboard')).toBe(
    'This whiteboard was deleted or is in the trash. Your last changes are not saved; copy them before you leave.',
  );
});

test('a right that was taken away is said as such, and a document without live editing can be read', () => {
  expect(ended(endOf(4403))).toBe('You may no longer change this document.');
  expect(ended('unavailable', { detail: 'it is locked or in the trash.' })).toBe(
    'Live editing is not available: it is locked or in the trash. You can read the document.',
  );
});
