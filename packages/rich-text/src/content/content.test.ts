import { describe, expect, it } from '@jest/globals';
import { joinUpdates } from '@space/crdt';
import * as Y from 'yjs';
import { assignBlockIds } from '../document/block-ids.ts';
import { loadDocument } from '../document/load-document.ts';
import { newBlockId } from '../document/new-block-id.ts';
import { readBlocks } from '../document/read-blocks.ts';
import { applyEdits } from '../edits/apply-edits.ts';
import { writeMarkdown } from '../markdown/write-markdown.ts';
import { FRAGMENT_NAME } from '../schema/index.ts';
import { deriveText } from './derive-text.ts';
import { newDocument } from './new-document.ts';
import { unifiedDiff } from './unified-diff.ts';

describe('newDocument', () => {
  it('gives each block an id, and reads its own blocks again', () => {
    const { blocks } = newDocument({ markdown: '# A\n\n- b\n- [x] c' });
    expect(blocks.map(({ attrs }) => String(attrs?.id))).toEqual([expect.stringMatching(/^blk_/), expect.stringMatching(/^blk_/)]);
    expect(newDocument({ json: blocks }).blocks).toEqual(blocks);
  });

  it.each([
    ['a value that is no node', 1],
    ['an unknown type', { type: 'nothing' }],
    ['a node in a wrong place', { type: 'listItem' }],
    ['an attribute that breaks its rule', { type: 'heading', attrs: { level: 9 } }],
    [
      'an address with a script',
      { type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'javascript:x' } }] }] },
    ],
    ['a text that is empty', { type: 'paragraph', content: [{ type: 'text', text: '' }] }],
  ])('refuses %s', (_what, block) => {
    expect(() => newDocument({ json: [block] })).toThrow(expect.objectContaining({ code: 'invalid' }));
  });

  it('refuses more blocks than a document has', () => {
    const json = Array.from({ length: 5_001 }, () => ({ type: 'paragraph' }));
    expect(() => newDocument({ json })).toThrow(expect.objectContaining({ code: 'too_large' }));
  });

  it('copies the blocks of a document, also a list that live edits left without items', () => {
    const doc = new Y.Doc();
    const list = new Y.XmlElement('bulletList');
    doc.getXmlFragment(FRAGMENT_NAME).insert(0, [list, new Y.XmlElement('paragraph')]);
    assignBlockIds(doc, newBlockId);
    const { blocks } = newDocument({ state: Y.encodeStateAsUpdate(doc) });
    expect(blocks.map(({ type }) => type)).toEqual(['bulletList', 'paragraph']);
    expect(blocks).toEqual(readBlocks(doc));
  });
});

describe('joinUpdates', () => {
  it('gives the state of a document with all updates, in any order of them', () => {
    const { state } = newDocument({ markdown: 'One.' });
    const one = applyEdits(state, [{ op: 'append', markdown: 'Two.' }], { newBlockId }).update!;
    const other = applyEdits(state, [{ op: 'prepend', markdown: 'Zero.' }], { newBlockId }).update!;
    const textOf = (joined: Uint8Array) => writeMarkdown(readBlocks(loadDocument(joined))).trim();
    expect(textOf(joinUpdates(state, [one, other]))).toBe('Zero.\n\nOne.\n\nTwo.');
    expect(textOf(joinUpdates(null, [other, one, state]))).toBe('Zero.\n\nOne.\n\nTwo.');
    expect(joinUpdates(state, [])).toBe(state);
    expect(readBlocks(loadDocument(joinUpdates(null, [])))).toEqual([]);
    expect(Y.encodeStateVector(loadDocument(joinUpdates(null, [])))).toEqual(new Uint8Array([0]));
  });
});

describe('deriveText', () => {
  it('has the text with the places of its blocks in code points, headings and words', () => {
    const { blocks } = newDocument({ markdown: '# 😀 Über\n\nZwei Wörter.' });
    const derived = deriveText(blocks);
    expect(derived.text).toBe('😀 Über\nZwei Wörter.');
    expect(derived.places.map(([start]) => start)).toEqual([0, 7]);
    expect(derived).toMatchObject({ heading_words: ['uber'], words: ['uber', 'zwei', 'worter'], blocks_count: 2, outline: [{ level: 1 }] });
  });
});

describe('unifiedDiff', () => {
  it('shows changed lines with those around them, and is empty for equal texts', () => {
    const before = Array.from({ length: 30 }, (_, at) => `l${at}`).join('\n');
    const after = before.replace('l5', 'x5').replace('l20', 'l20\nnew');
    expect(unifiedDiff(before, after, 10_000)).toEqual({
      diff: '@@ -3,7 +3,7 @@\n l2\n l3\n l4\n-l5\n+x5\n l6\n l7\n l8\n@@ -19,6 +19,7 @@\n l18\n l19\n l20\n+new\n l21\n l22\n l23\n',
      is_truncated: false,
    });
    expect(unifiedDiff(before, before, 10_000)).toEqual({ diff: '', is_truncated: false });
  });

  it('joins changes that are near to each other, and ends in whole lines', () => {
    expect(unifiedDiff('a\nb\nc\nd', 'A\nb\nc\nD', 10_000).diff).toBe('@@ -1,4 +1,4 @@\n-a\n+A\n b\n c\n-d\n+D\n');
    expect(unifiedDiff('a', 'b', 18)).toEqual({ diff: '@@ -1,1 +1,1 @@\n', is_truncated: true });
  });
});
