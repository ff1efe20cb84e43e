import { describe, expect, it } from '@jest/globals';
import { parseMarkdown } from '../markdown/parse-markdown.ts';
import { outline } from './outline.ts';
import { plainText } from './plain-text.ts';
import { references } from './references.ts';
import type { RichNode } from './rich-node.ts';

const source = [
  '# One **bold**',
  'text with `code`\\\nand [@Ada](space:contact/con_1)',
  '> ## Two',
  '- a\n  - b',
  '| c | d |\n| - | - |\n| e | f |',
  '[Deals](space:table/tbl_1)',
  '![Logo](space:asset/ast_1)',
  '```\nx\ny\n```',
].join('\n\n');

/** Gives each node an id, as a document has it. */
function withIds(nodes: readonly RichNode[], prefix = 'blk_'): RichNode[] {
  return nodes.map((node, index) => ({
    ...node,
    attrs: { ...node.attrs, id: `${prefix}${index}` },
    ...(node.content ? { content: withIds(node.content, `${prefix}${index}_`) } : {}),
  }));
}

describe('blocks', () => {
  it('have their text in one line for each line of text, without marks', () => {
    const lines = ['One bold', 'text with code', 'and @Ada', 'Two', 'a', 'b', 'c', 'd', 'e', 'f', 'Deals', 'Logo', 'x', 'y'];
    expect(plainText(parseMarkdown(source))).toBe(lines.join('\n'));
  });

  it('have an outline of all headings in their order', () => {
    expect(outline(withIds(parseMarkdown(source)))).toEqual([
      { block_id: 'blk_0', level: 1, text: 'One bold' },
      { block_id: 'blk_2_0', level: 2, text: 'Two' },
    ]);
    expect(outline(parseMarkdown('# a\\\nb'))).toEqual([{ block_id: null, level: 1, text: expect.stringContaining('a') }]);
  });

  it('name the things of the Space that they show or mention', () => {
    expect(references(parseMarkdown(source))).toEqual([
      { href: 'space:contact/con_1', block_id: null, kind: 'link' },
      { href: 'space:table/tbl_1', block_id: null, kind: 'embed' },
      { href: 'space:asset/ast_1', block_id: null, kind: 'image' },
    ]);
  });
});
