import { expect, test } from '@jest/globals';
import { liveKindOf, liveScope } from './live-kinds.ts';

test('the prefix of an id tells the kind of content, and an id of another thing has none', () => {
  expect([liveKindOf('doc_01jd'), liveKindOf('wbd_01jd')]).toEqual(['document', 'whiteboard']);
  for (const id of ['', 'doc', 'docs_1', 'ast_1', 'x_doc_1', 'toString', '__proto__']) expect(liveKindOf(id)).toBeUndefined();
});

test('each kind has the scopes of its domain', () => {
  expect([liveScope('document', 'write'), liveScope('whiteboard', 'read')]).toEqual(['documents:write', 'whiteboards:read']);
});
