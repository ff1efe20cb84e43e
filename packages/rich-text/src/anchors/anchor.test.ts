import { expect, test } from '@jest/globals';
import * as Y from 'yjs';
import { createDocument, loadDocument } from '../document/load-document.ts';
import { newBlockId } from '../document/new-block-id.ts';
import { readBlocks } from '../document/read-blocks.ts';
import { applyEdits } from '../edits/apply-edits.ts';
import type { Edit } from '../edits/edit.ts';
import { parseMarkdown } from '../markdown/parse-markdown.ts';
import { type Anchor, findAnchors, makeAnchor } from './anchor.ts';

const TEXT = 'We launch in May.\n\nThe **price** is\\\n9 euros.\n\n> We launch late.';
const stateOf = (markdown: string) => createDocument(parseMarkdown(markdown), newBlockId);
const blockIds = (state: Uint8Array) => readBlocks(loadDocument(state)).map(({ attrs }) => String(attrs!.id));
const anchorOf = (state: Uint8Array, quote: string) => makeAnchor(loadDocument(state), { quote });

/** Returns what is left of an anchor after edits. */
function after(state: Uint8Array, anchor: Anchor, ...edits: Edit[]) {
  const doc = loadDocument(state);
  Y.applyUpdate(doc, applyEdits(state, edits, { newBlockId, base: state }).update!);
  return findAnchors(doc, [anchor])[0]!;
}

test('a quote stays found while text is written around it and within it', () => {
  const state = stateOf(TEXT);
  const [first] = blockIds(state);
  const anchor = anchorOf(state, 'in May');
  expect(anchor).toMatchObject({ block_id: first, quote: 'in May' });
  const text = { anchor: 'text', block_id: first };
  expect(after(state, anchor, { op: 'replace_text', find: 'We launch in', replace: 'They all launch in early' })).toEqual(text);
  expect(after(state, anchor, { op: 'replace_text', find: 'in May', replace: 'in June' })).toEqual(text);
  expect(after(state, anchor, { op: 'prepend', markdown: 'Draft' })).toEqual(text);
});

test('a quote over marks and breaks is found', () => {
  const state = stateOf(TEXT);
  const anchor = anchorOf(state, 'price is\n9');
  expect(after(state, anchor, { op: 'replace_text', find: 'is', replace: 'was' })).toMatchObject({ anchor: 'text' });
});

test('a text that was deleted leaves its block, and a block that was deleted leaves nothing', () => {
  const state = stateOf(TEXT);
  const [first, second] = blockIds(state);
  const anchor = anchorOf(state, 'in May');
  expect(after(state, anchor, { op: 'replace_text', find: ' in May', replace: '' })).toEqual({ anchor: 'block', block_id: first });
  expect(after(state, anchor, { op: 'delete', block_id: first! })).toEqual({ anchor: 'gone', block_id: null });
  const block = makeAnchor(loadDocument(state), { block_id: second });
  expect(after(state, block, { op: 'replace_text', find: '9', replace: '8' })).toEqual({ anchor: 'block', block_id: second });
});

test('a block that moved has its quote', () => {
  const state = stateOf(TEXT);
  const [first, second] = blockIds(state);
  const anchor = anchorOf(state, 'in May');
  expect(after(state, anchor, { op: 'move', block_id: first!, after: second! })).toEqual({ anchor: 'text', block_id: first });
});

test('a quote that is missing, or there several times without a block, is refused', () => {
  const doc = loadDocument(stateOf(TEXT));
  expect(() => makeAnchor(doc, { quote: 'in June' })).toThrow('`quote` is not in a block of the document');
  expect(() => makeAnchor(doc, { quote: 'We launch' })).toThrow('2 times');
  expect(() => makeAnchor(doc, { quote: 'x', block_id: 'blk_1' })).toThrow('no block `blk_1`');
  const [first] = readBlocks(doc).map(({ attrs }) => String(attrs!.id));
  expect(makeAnchor(doc, { quote: ' We launch ', block_id: first })).toMatchObject({ block_id: first, quote: 'We launch' });
});
