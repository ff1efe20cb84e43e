import type { AttributeValue } from '../schema/index.ts';

/** The attributes of a node or a mark by name. */
export type Attributes = Readonly<Record<string, AttributeValue>>;

/** A mark of a text. */
export interface RichMark {
  readonly type: string;
  readonly attrs?: Attributes;
}

/**
 * A node of a document in the JSON form of ProseMirror and Tiptap. A text is `{ type: 'text', text, marks }`. A node that
 * the schema does not have is a node like others.
 */
export interface RichNode {
  readonly type: string;
  readonly attrs?: Attributes;
  readonly content?: readonly RichNode[];
  readonly text?: string;
  readonly marks?: readonly RichMark[];
}

/** Returns the id of a block, or undefined for a node without one. */
export function idOf(node: RichNode): string | undefined {
  const id = node.attrs?.id;
  return typeof id === 'string' ? id : undefined;
}

/** Returns the node with its id and the ids of all nodes in it taken away. */
export function withoutIds(node: RichNode): RichNode {
  const { id: _id, ...attrs } = node.attrs ?? {};
  return {
    ...node,
    ...(node.attrs ? { attrs } : {}),
    ...(node.content ? { content: node.content.map(withoutIds) } : {}),
  };
}

/** Returns the node with an id in place of its own. */
export function withId(node: RichNode, id: string | undefined): RichNode {
  return id === undefined ? node : { ...node, attrs: { ...node.attrs, id } };
}
