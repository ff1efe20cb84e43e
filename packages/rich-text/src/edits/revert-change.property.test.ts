import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as Y from 'yjs';
import { plainText } from '../blocks/plain-text.ts';
import { createDocument, loadDocument } from '../document/load-document.ts';
import { readBlocks } from '../document/read-blocks.ts';
import { parseMarkdown } from '../markdown/parse-markdown.ts';
import { writeMarkdown } from '../markdown/write-markdown.ts';
import { documentSchema } from '../schema/index.ts';
import { applyEdits } from './apply-edits.ts';
import type { Edit } from './edit.ts';
import { revertChange, revertTo } from './revert-change.ts';

let last = 0;
const newBlockId = () => {
  last += 1;
  return `blk_${last}`;
};

/** A token is a word that occurs nowhere else, so that it can be counted. */
const newToken = () => {
  last += 1;
  return `tok${last}x`;
};

const leads = ['', '', '# ', '> ', '- ', '1. ', '- [ ] '];
const lines = fc.array(fc.record({ lead: fc.constantFrom(...leads), size: fc.integer({ min: 2, max: 6 }) }), {
  minLength: 2,
  maxLength: 7,
});
const acts = fc.array(fc.record({ kind: fc.constantFrom('replace', 'append', 'insert', 'delete', 'word'), at: fc.nat() }), {
  minLength: 1,
  maxLength: 4,
});
type Acts = readonly { readonly kind: string; readonly at: number }[];

const markdownOf = (shape: readonly { lead: string; size: number }[]) =>
  shape.map(({ lead, size }) => lead + Array.from({ length: size }, newToken).join(' ')).join('\n\n');

const after = (state: Uint8Array, update: Uint8Array | null) => Y.mergeUpdates(update ? [state, update] : [state]);
const tokensOf = (state: Uint8Array) => plainText(readBlocks(loadDocument(state))).match(/tok\d+x/g) ?? [];

/** Makes edits of blocks one after another and returns the state after them. */
function change(state: Uint8Array, plan: Acts): Uint8Array {
  return plan.reduce((now, { kind, at }) => {
    const blocks = readBlocks(loadDocument(now));
    const block = blocks[at % Math.max(1, blocks.length)];
    const block_id = String(block?.attrs?.id);
    const tokens = plainText(block ? [block] : []).match(/tok\d+x/g) ?? [];
    let edit: Edit = { op: 'append', markdown: `${newToken()} ${newToken()}` };
    if (block && kind === 'replace') edit = { op: 'replace', block_id, markdown: `${newToken()} ${tokens.at(0) ?? ''}` };
    if (block && kind === 'insert') edit = { op: 'insert', after: block_id, markdown: newToken() };
    if (block && kind === 'delete' && blocks.length > 1) edit = { op: 'delete', block_id };
    if (block && kind === 'word' && tokens.length > 0) {
      const find = tokens[at % tokens.length]!;
      edit = { op: 'replace_text', find, replace: `${find} ${newToken()}` };
    }
    return after(now, applyEdits(now, [edit], { newBlockId }).update);
  }, state);
}

describe('revertChange', () => {
  it('is exactly the state before for the last change', () => {
    fc.assert(
      fc.property(lines, acts, acts, (shape, first, second) => {
        const before = change(createDocument(parseMarkdown(markdownOf(shape)), newBlockId), first);
        const now = change(before, second);
        const { blocks } = revertChange(now, { before, after: now }, newBlockId);
        expect(writeMarkdown(blocks)).toBe(writeMarkdown(readBlocks(loadDocument(before))));
        expect(revertTo(now, before, newBlockId).blocks.map((block) => block.attrs?.id)).toEqual(
          readBlocks(loadDocument(before)).map((block) => block.attrs?.id),
        );
      }),
      { numRuns: 150 },
    );
  });

  it('takes back one change and leaves the changes before and after it, each word once', () => {
    fc.assert(
      fc.property(lines, acts, acts, acts, (shape, first, second, third) => {
        const before = change(createDocument(parseMarkdown(markdownOf(shape)), newBlockId), first);
        const changed = change(before, second);
        const now = change(changed, third);
        const { update, blocks } = revertChange(now, { before, after: changed }, newBlockId);
        documentSchema.nodeFromJSON({ type: 'doc', content: blocks }).check();
        expect(readBlocks(loadDocument(after(now, update)))).toEqual(blocks);
        const ids = JSON.stringify(blocks).match(/"id":"[^"]+"/g) ?? [];
        expect(new Set(ids).size).toBe(ids.length);
        const [had, has, have] = [tokensOf(before), tokensOf(changed), tokensOf(now)].map((tokens) => new Set(tokens)) as [
          Set<string>,
          Set<string>,
          Set<string>,
        ];
        const left = tokensOf(after(now, update));
        expect(new Set(left).size).toBe(left.length);
        // Words of later changes stay, words of the change go, and words that it deleted are there again.
        for (const token of have) if (!has.has(token)) expect(left).toContain(token);
        for (const token of has) if (!had.has(token)) expect(left).not.toContain(token);
        for (const token of had) if (!has.has(token)) expect(left).toContain(token);
        for (const token of had) if (has.has(token) && have.has(token)) expect(left).toContain(token);
      }),
      { numRuns: 150 },
    );
  });
});
