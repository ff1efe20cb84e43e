import type { RichNode } from '../blocks/rich-node.ts';

/** The start of the address that stands in Markdown for a block which Markdown has no form for. */
const blockAddress = 'space:block/';

/** The type of the node that stands for such a block in the blocks of Markdown. It has its id in `attrs.id`. */
export const BLOCK_REFERENCE = 'blockReference';

/** Returns the embed or the block reference of a paragraph that is one link of the scheme `space`, or the paragraph. */
export function toEmbed(paragraph: RichNode): RichNode {
  const content = paragraph.content ?? [];
  const href = linkOf(content[0]);
  if (!href?.startsWith('space:') || content.some((node) => node.type !== 'text' || linkOf(node) !== href)) return paragraph;
  if (href.startsWith(blockAddress)) return { type: BLOCK_REFERENCE, attrs: { id: href.slice(blockAddress.length) } };
  const label = content.map((node) => node.text).join('');
  return { type: 'embed', attrs: { href, label: label === href ? null : label } };
}

/** Returns the address by which Markdown names a block. */
export function addressOfBlock(id: string): string {
  return `${blockAddress}${id}`;
}

function linkOf(node: RichNode | undefined): string | undefined {
  const href = node?.marks?.find((mark) => mark.type === 'link')?.attrs?.href;
  return typeof href === 'string' ? href : undefined;
}
