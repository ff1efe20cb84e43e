import type { RichNode } from '../blocks/rich-node.ts';
import { checkSize } from '../document/check-size.ts';
import { documentSchema } from '../schema/index.ts';
import { RichTextError } from '../schema/rich-text-error.ts';

/**
 * Returns the blocks of JSON in the form of ProseMirror. Attributes that the schema does not have are left out. Throws `invalid` for nodes, marks,
 * attributes and an order of nodes that the schema does not have, and `too_large`.
 */
export function readJsonBlocks(json: readonly unknown[]): RichNode[] {
  const blocks = json.map((value, index) => readBlock(value, index));
  checkSize(blocks);
  return blocks;
}

function readBlock(value: unknown, index: number): RichNode {
  try {
    const node = documentSchema.nodeFromJSON({ type: 'doc', content: [value] });
    node.check();
    return node.toJSON().content[0] as RichNode;
  } catch (error) {
    // prosemirror-model throws these for a value that is no node, and for one that breaks the schema.
    if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
    throw new RichTextError('invalid', `\`blocks.${index}\` is no block of a document: ${error.message.slice(0, 200)}`);
  }
}
