import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RichNode } from '../blocks/rich-node.ts';
import { createMarkdownMemory } from './remembered-markdown.ts';
import { writeMarkdown } from './write-markdown.ts';

const text = fc.record({
  type: fc.constant('text'),
  text: fc.constantFrom('a', '1. b', '- c', '# d', ' e ', '***', '|', '_f_', 'a\nb', '<u>', '&lt;', '~'),
  marks: fc.subarray([{ type: 'bold' }, { type: 'italic' }, { type: 'code' }]),
});
const inline = fc.array(fc.oneof({ weight: 5, arbitrary: text }, fc.constant({ type: 'hardBreak' })), { maxLength: 3 });
const paragraph = fc.record({ type: fc.constant('paragraph'), content: inline });

const { block } = fc.letrec<{ block: RichNode; list: RichNode }>((tie) => {
  const blocks = fc.array(tie('block'), { maxLength: 3 });
  return {
    list: fc.record({
      type: fc.constantFrom('bulletList', 'bulletList', 'orderedList'),
      attrs: fc.record({ start: fc.constantFrom(1, 3) }),
      content: fc.array(
        fc.record({ type: fc.constant('listItem'), attrs: fc.record({ checked: fc.constantFrom(null, true) }), content: blocks }),
        { maxLength: 3 },
      ),
    }),
    block: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      paragraph,
      tie('list'),
      fc.constantFrom<RichNode>({ type: 'horizontalRule' }, { type: 'paragraph' }, { type: 'embed', attrs: { href: '' } }),
      fc.record({ type: fc.constant('heading'), attrs: fc.record({ level: fc.constantFrom(1, 2, Number.NaN, null) }), content: inline }),
      fc.record({ type: fc.constantFrom('blockquote', 'callout', 'listItem'), content: blocks }),
      fc.record({ type: fc.constant('codeBlock'), content: fc.array(text, { maxLength: 2 }) }),
      fc.record({
        type: fc.constant('details'),
        content: fc.tuple(
          fc.record({ type: fc.constant('detailsSummary'), content: inline }),
          fc.record({ type: fc.constant('detailsContent'), content: blocks }),
        ),
      }),
      fc.record({
        type: fc.constant('table'),
        content: fc.array(
          fc.record({
            type: fc.constant('tableRow'),
            content: fc.array(fc.record({ type: fc.constant('tableCell'), content: fc.tuple(paragraph) }), { maxLength: 2 }),
          }),
          { maxLength: 2 },
        ),
      }),
      fc.record({ type: fc.constant('chart'), attrs: fc.record({ id: fc.constantFrom('blk_1', null) }) }),
    ) as fc.Arbitrary<RichNode>,
  };
});

it.each([1_000_000, 2_000, 1])(
  'writes the same Markdown with a memory of %s bytes as without one, for documents with blocks in common',
  (bytes) => {
    const remembering = createMarkdownMemory(bytes);
    const documents = fc
      .array(block, { maxLength: 6 })
      .chain((pool) =>
        fc.array(fc.array(fc.constantFrom(...pool, { type: 'paragraph' }), { maxLength: 8 }), { minLength: 1, maxLength: 4 }),
      );
    fc.assert(
      fc.property(documents, (all) => {
        for (const blocks of all) expect(remembering(blocks)).toBe(writeMarkdown(blocks));
      }),
      { numRuns: 1_000 },
    );
  },
);
