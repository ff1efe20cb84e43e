import { Fragment, Node, type Schema } from 'prosemirror-model';

/** A node of a document in the JSON form of the API. */
export interface BlockJson {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly content?: readonly BlockJson[];
  readonly text?: string;
  readonly marks?: readonly { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> }[];
}

/** Blocks as a node of ProseMirror, and the number of top-level blocks that the schema cannot show. */
export interface ShownBlocks {
  readonly doc: Node;
  readonly left_out: number;
}

/** Returns blocks as a document to show. A block with a part that the schema does not have is left out and counted. */
export function blocksToDoc(schema: Schema, blocks: readonly BlockJson[]): ShownBlocks {
  const shown = blocks.flatMap((block) => {
    try {
      const node = Node.fromJSON(schema, block);
      node.check();
      return [node];
    } catch {
      return [];
    }
  });
  return { doc: schema.topNodeType.create(null, Fragment.from(shown)), left_out: blocks.length - shown.length };
}
