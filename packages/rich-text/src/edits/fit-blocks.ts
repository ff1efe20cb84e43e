import * as Y from 'yjs';
import type { RichNode } from '../blocks/rich-node.ts';
import type { YParent } from '../document/yjs-node.ts';
import { BLOCK_REFERENCE } from '../markdown/embed.ts';
import { parseMarkdown } from '../markdown/parse-markdown.ts';
import { canContain, nodeDefinition } from '../schema/index.ts';
import { RichTextError } from '../schema/rich-text-error.ts';

/** Returns the name of a Yjs type as the schema has it: `doc` for the fragment of the document. */
function typeName(parent: YParent): string {
  return parent instanceof Y.XmlElement ? parent.nodeName : 'doc';
}

/** Returns the blocks of Markdown that an edit inserts. Throws `invalid` for Markdown without blocks. */
export function parseInserted(markdown: string, parent: YParent): RichNode[] {
  const blocks = typeName(parent) === 'table' ? parseRows(markdown) : parseMarkdown(markdown);
  if (blocks.length === 0) throw new RichTextError('invalid', '`markdown` is required: it has no blocks.');
  const reference = blocks.find((block) => block.type === BLOCK_REFERENCE);
  if (reference) throw new RichTextError('invalid', 'A link `space:block/…` stands for a block only in `replace_all`; use `move` for it.');
  return fitBlocks(blocks, parent);
}

/** Returns blocks in the form that a parent takes: items in a list, blocks outside of one. Throws `invalid` if there is no such form. */
export function fitBlocks(blocks: readonly RichNode[], parent: YParent): RichNode[] {
  const name = typeName(parent);
  const fitted = blocks.flatMap((block) => fitBlock(block, name));
  const wrong = fitted.find(
    (block) => nodeDefinition(name) !== undefined && nodeDefinition(block.type) !== undefined && !canContain(name, block.type),
  );
  if (wrong) throw new RichTextError('invalid', `A block of the type ${name} takes no ${wrong.type}; choose another place for it.`);
  return fitted;
}

const lists = new Set(['bulletList', 'orderedList']);

function fitBlock(block: RichNode, parent: string): readonly RichNode[] {
  if (lists.has(parent)) {
    if (lists.has(block.type)) return block.content ?? [];
    return block.type === 'listItem' ? [block] : [{ type: 'listItem', content: [block] }];
  }
  if (block.type === 'listItem') return [{ type: 'bulletList', content: [block] }];
  if (parent === 'table' && block.type === 'table') return block.content ?? [];
  if (block.type === 'tableRow' && parent !== 'table') return [{ type: 'table', content: [block] }];
  return [block];
}

/** Returns the rows of Markdown. Rows without a head are rows of a body. */
function parseRows(markdown: string): RichNode[] {
  const blocks = parseMarkdown(markdown);
  if (blocks.some((block) => block.type !== 'paragraph')) return blocks;
  const columns =
    (markdown
      .trim()
      .split('\n')[0]!
      .match(/(?<!\\)\|/g)?.length ?? 2) - 1;
  const head = `|${' |'.repeat(Math.max(1, columns))}\n|${'-|'.repeat(Math.max(1, columns))}\n`;
  const [table] = parseMarkdown(head + markdown.trim());
  return table?.type === 'table' ? [{ ...table, content: (table.content ?? []).slice(1) }] : blocks;
}
