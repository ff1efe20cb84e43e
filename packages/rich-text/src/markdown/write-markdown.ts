import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { type Options, toMarkdown } from 'mdast-util-to-markdown';
import type { RichNode } from '../blocks/rich-node.ts';
import { ownHandlers } from './mdast-nodes.ts';
import { toMdast } from './to-mdast.ts';

/** Returns the Markdown of blocks. */
export type WriteMarkdown = (blocks: readonly RichNode[]) => string;

/**
 * Returns the Markdown of blocks, with a line end at its end, or an empty text for no blocks. A block of an unknown type is
 * a link `[type](space:block/<id>)`. Reading and writing again gives the same Markdown.
 */
export const writeMarkdown: WriteMarkdown = (blocks) => writeMdast(toMdast(blocks));

/** Returns the Markdown of nodes of mdast, with a line end at its end, or an empty text for no nodes. */
export function writeMdast(children: ReturnType<typeof toMdast>): string {
  return toMarkdown({ type: 'root', children }, options);
}

const options: Options = {
  bullet: '-',
  emphasis: '*',
  fences: true,
  listItemIndent: 'one',
  rule: '-',
  strong: '*',
  handlers: ownHandlers,
  extensions: [gfmStrikethroughToMarkdown(), gfmTableToMarkdown({ tablePipeAlign: false })],
};
