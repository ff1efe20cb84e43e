import { idOf, type RichNode } from './rich-node.ts';

/** A mention of a thing of the Space: an address such as `space:table/tbl_…` and the nearest block with an id. */
export interface Reference {
  readonly href: string;
  readonly block_id: string | null;
  readonly kind: 'embed' | 'link' | 'image';
}

/** Returns the addresses of the scheme `space` in blocks, in their order. */
export function references(blocks: readonly RichNode[]): Reference[] {
  const found: Reference[] = [];
  collect(blocks, null, found);
  return found;
}

function collect(nodes: readonly RichNode[], within: string | null, found: Reference[]): void {
  for (const node of nodes) {
    const block_id = idOf(node) ?? within;
    const add = (href: unknown, kind: Reference['kind']) => {
      if (typeof href === 'string' && href.startsWith('space:')) found.push({ href, block_id, kind });
    };
    if (node.type === 'embed') add(node.attrs?.href, 'embed');
    if (node.type === 'image') add(node.attrs?.src, 'image');
    if (node.type === 'image') add(node.attrs?.href, 'link');
    for (const mark of node.marks ?? []) if (mark.type === 'link') add(mark.attrs?.href, 'link');
    collect(node.content ?? [], block_id, found);
  }
}
