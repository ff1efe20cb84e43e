import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RichNode } from '../blocks/rich-node.ts';
import { createDocument, loadDocument } from '../document/load-document.ts';
import { readBlocks } from '../document/read-blocks.ts';
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

const signs = [
  '*',
  '**',
  '_',
  '`',
  '``',
  '~~',
  '[',
  ']',
  '(',
  ')',
  '<',
  '>',
  '!',
  '#',
  '- ',
  '+ ',
  '1. ',
  '1) ',
  '|',
  '\\',
  '&amp;',
  '&',
  '=',
  '---',
  ':',
  '"',
  "'",
  '$',
  '[ ] ',
  '[!NOTE]',
  '<u>',
  '</u>',
  '<mark>',
  '<br>',
  '<details>',
  '</details>',
  'space:',
  'http://a.b',
  '@',
  '\n',
  '  \n',
  '\n\n',
  '    ',
  '\t',
  ' ',
];
const words = ['a', 'word', 'Größe', '語', 'ةي', '😀', '12', 'x_y', 'e.g.', '\u00a0', '\u200b'];
const hostileText = fc.array(fc.constantFrom(...signs, ...words), { minLength: 1, maxLength: 24 }).map((parts) => parts.join(''));

const mark = fc.constantFrom('bold', 'italic', 'strike', 'underline', 'highlight', 'code', 'link');
const inline: fc.Arbitrary<RichNode> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ text: hostileText, marks: fc.uniqueArray(mark, { maxLength: 3 }) }).map(({ text, marks }) => ({
      type: 'text',
      text,
      marks: marks.map((type) => (type === 'link' ? { type, attrs: { href: 'https://example.com/a_(b)', title: 'T "q"' } } : { type })),
    })),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'hardBreak' }) },
  { weight: 1, arbitrary: fc.constant({ type: 'image', attrs: { src: 'space:asset/ast_1', alt: 'a [b] *c*' } }) },
);
const paragraphs = fc.array(inline, { maxLength: 6 }).map((content): RichNode => ({ type: 'paragraph', content }));

describe('Markdown', () => {
  it('has a fixed point after one write for random text', () => {
    fc.assert(
      fc.property(hostileText, (markdown) => {
        const written = writeMarkdown(throughYjs(parseMarkdown(markdown)));
        expect(writeMarkdown(parseMarkdown(written))).toBe(written);
      }),
      { numRuns: 1_500 },
    );
  });

  it('has a fixed point after one write for random paragraphs of an editor', () => {
    fc.assert(
      fc.property(paragraphs, (paragraph) => {
        const blocks = throughYjs([paragraph]);
        const written = writeMarkdown(blocks);
        expect(writeMarkdown(parseMarkdown(written))).toBe(written);
      }),
      { numRuns: 2_000 },
    );
  });

  it('says what an editor wrote: the text of random paragraphs is the same after a round trip', () => {
    const plain = (blocks: readonly RichNode[]): string =>
      blocks
        .map((block) => block.text ?? (block.type === 'hardBreak' ? ' ' : plain(block.content ?? [])))
        .join('')
        .replace(/\s+/g, ' ')
        .trim();
    fc.assert(
      fc.property(paragraphs, (paragraph) => {
        expect(plain(parseMarkdown(writeMarkdown([paragraph])))).toBe(plain([paragraph]));
      }),
      { numRuns: 2_000 },
    );
  });
});
