import { expect, test } from '@jest/globals';
import { Fragment } from 'prosemirror-model';
import { prosemirrorToYDoc } from 'y-prosemirror';
import { encodeStateAsUpdate } from 'yjs';
import { nodeOf, type ShortNode } from '../../../test/fixtures/document-of.ts';
import { bytesOfContent, pasteFault } from './paste-limits.ts';

const documentOf = (...blocks: readonly ShortNode[]) => nodeOf(['doc', ...blocks]);

test.each([
  ['blocks', documentOf(...Array.from({ length: 5_001 }, (): ShortNode => ['paragraph', 'a'])), 'at most 5,000 blocks'],
  ['characters', documentOf(['paragraph', 'a'.repeat(1_000_001)]), 'at most 1,000,000 characters'],
  ['bytes', documentOf(['paragraph', '語'.repeat(300_001)]), 'more than 900 KB'],
])('a paste with too many %s is refused', (_, doc, words) => {
  expect(pasteFault(doc, doc.content)).toContain(words);
});

test('a paste at the limits is taken, and one that is nested too deep is not', () => {
  const wide = documentOf(...Array.from({ length: 5_000 }, (): ShortNode => ['paragraph', 'a line of a text']));
  expect(pasteFault(wide, wide.content)).toBeUndefined();
  let quote: ShortNode = ['paragraph', 'deep'];
  for (let level = 0; level < 20; level++) quote = ['blockquote', quote];
  expect(pasteFault(documentOf(quote), Fragment.empty)).toBeUndefined();
  expect(pasteFault(documentOf(['blockquote', quote]), Fragment.empty)).toContain('20 levels');
});

test('the bytes of content are at least those of its change of the shared document', () => {
  const rows = Array.from(
    { length: 50 },
    (): ShortNode => ['tableRow', ['tableCell', ['paragraph', 'ä']], ['tableCell', ['paragraph', 'b']]],
  );
  const lines = Array.from({ length: 50 }, (): ShortNode => ['heading', { level: 2, id: 'blk_01jd0000000000000000000000' }, 'c']);
  const doc = documentOf(['table', ...rows], ...lines);
  expect(bytesOfContent(doc.content)).toBeGreaterThanOrEqual(encodeStateAsUpdate(prosemirrorToYDoc(doc, 'content')).length);
});
