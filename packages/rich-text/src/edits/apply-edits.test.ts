import { describe, expect, it } from '@jest/globals';
import * as Y from 'yjs';
import { createDocument, loadDocument } from '../document/load-document.ts';
import { readBlocks } from '../document/read-blocks.ts';
import { parseMarkdown } from '../markdown/parse-markdown.ts';
import { writeMarkdown } from '../markdown/write-markdown.ts';
import { applyEdits } from './apply-edits.ts';
import type { Edit } from './edit.ts';
import { revertChange } from './revert-change.ts';

function newDocument(markdown: string): { state: Uint8Array; newBlockId: () => string } {
  let last = 0;
  const newBlockId = () => {
    last += 1;
    return `blk_${last}`;
  };
  return { state: createDocument(parseMarkdown(markdown), newBlockId), newBlockId };
}

const after = (state: Uint8Array, update: Uint8Array | null) => Y.mergeUpdates(update ? [state, update] : [state]);

describe('applyEdits', () => {
  // Ids are given in the order of the document: heading 1, paragraph 2, list 3, items 4 and 6 with paragraphs 5 and 7.
  const source = '# Title\n\nSome **bold** text\n\n- one\n- two\n';
  const cases: [edit: Edit, markdown: string][] = [
    [{ op: 'append', markdown: 'end' }, `${source}\nend\n`],
    [{ op: 'prepend', markdown: 'start' }, `start\n\n${source}`],
    [{ op: 'insert', after: 'blk_4', markdown: '- [x] new' }, source.replace('- one\n', '- one\n- [x] new\n')],
    [{ op: 'insert', before: 'blk_4', markdown: 'plain' }, source.replace('- one', '- plain\n- one')],
    [{ op: 'replace', block_id: 'blk_2', markdown: 'Some *other* text' }, source.replace('**bold**', '*other*')],
    [{ op: 'replace', block_id: 'blk_1', markdown: 'No title' }, source.replace('# Title', 'No title')],
    [{ op: 'delete', block_id: 'blk_3' }, '# Title\n\nSome **bold** text\n'],
    [{ op: 'move', block_id: 'blk_6', before: 'blk_4' }, source.replace('- one\n- two', '- two\n- one')],
    [{ op: 'move', block_id: 'blk_6', before: 'blk_1' }, '- two\n\n# Title\n\nSome **bold** text\n\n- one\n'],
    [{ op: 'replace_text', find: 'bold t', replace: 'new t' }, source.replace('**bold**', '**new t**').replace(' text', 'ext')],
    [{ op: 'set_checked', block_id: 'blk_4', checked: true }, source.replace('- one', '- [x] one')],
  ];

  it.each(cases)('applies %j', (edit, markdown) => {
    const { state, newBlockId } = newDocument(source);
    const { update, blocks } = applyEdits(state, [edit], { newBlockId });
    expect(writeMarkdown(blocks)).toBe(markdown);
    expect(readBlocks(loadDocument(after(state, update)))).toEqual(blocks);
  });

  const refused: [edit: Edit, code: string][] = [
    [{ op: 'delete', block_id: 'blk_99' }, 'conflict'],
    [{ op: 'replace_text', find: 'absent', replace: '' }, 'conflict'],
    [{ op: 'replace_text', find: 'o', replace: '' }, 'conflict'],
    [{ op: 'replace_all', markdown: 'x' }, 'invalid'],
    [{ op: 'move', block_id: 'blk_3', after: 'blk_4' }, 'invalid'],
    [{ op: 'set_checked', block_id: 'blk_1', checked: true }, 'invalid'],
    [{ op: 'append', markdown: '' }, 'invalid'],
    [{ op: 'append', markdown: `${'> '.repeat(21)}x` }, 'invalid'],
  ];

  it.each(refused)('refuses %j with the index of the edit', (edit, code) => {
    const { state, newBlockId } = newDocument(source);
    expect(() => applyEdits(state, [{ op: 'append', markdown: 'first' }, edit], { newBlockId })).toThrow(
      expect.objectContaining({ code, place: expect.objectContaining({ edit: 1 }) }),
    );
  });

  it('leaves a block of an unknown type, an empty paragraph and marks without Markdown when the whole text is sent', () => {
    const { state, newBlockId } = newDocument(source);
    const doc = loadDocument(state);
    const chart = new Y.XmlElement('chart');
    chart.setAttribute('id', 'blk_chart');
    doc.getXmlFragment('content').insert(1, [chart, new Y.XmlElement('paragraph')]);
    const base = Y.encodeStateAsUpdate(doc);
    const markdown = writeMarkdown(readBlocks(doc)).replace('two', 'three');
    const { blocks } = applyEdits(base, [{ op: 'replace_all', markdown }], { base, newBlockId });
    expect(blocks.map((block) => block.type)).toEqual(['heading', 'chart', 'paragraph', 'paragraph', 'bulletList']);
    expect(writeMarkdown(blocks)).toBe(markdown);
  });

  it('takes back one change and leaves a later one', () => {
    const { state, newBlockId } = newDocument(source);
    const first = after(state, applyEdits(state, [{ op: 'delete', block_id: 'blk_2' }], { newBlockId }).update);
    const second = after(first, applyEdits(first, [{ op: 'replace_text', find: 'two', replace: 'three' }], { newBlockId }).update);
    const { blocks } = revertChange(second, { before: state, after: first }, newBlockId);
    expect(writeMarkdown(blocks)).toBe(source.replace('two', 'three'));
    expect(blocks[1]?.attrs?.id).toBe('blk_2');
  });
});
