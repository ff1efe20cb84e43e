import * as Y from 'yjs';

/** A Yjs type that has children: a node, or the fragment of the document. */
export type YParent = Y.XmlElement | Y.XmlFragment;

/** A Yjs type that is a child: a node, or a run of text. */
export type YChild = Y.XmlElement | Y.XmlText;

/** Returns true for a node. `XmlFragment` and `XmlText` are no nodes. */
export function isElement(value: unknown): value is Y.XmlElement {
  return value instanceof Y.XmlElement;
}

/** Returns the children of a Yjs type that are nodes or runs of text, each with its index among all children. */
export function childrenOf(parent: YParent): { readonly child: YChild; readonly index: number }[] {
  const children: { child: YChild; index: number }[] = [];
  let index = 0;
  for (const child of parent.toArray() as unknown[]) {
    if (child instanceof Y.XmlElement || child instanceof Y.XmlText) children.push({ child, index });
    index += 1;
  }
  return children;
}

/** Returns the parent of a node, or undefined for a node that is not in a document. */
export function parentOf(child: YChild): YParent | undefined {
  const { parent } = child;
  return parent instanceof Y.XmlFragment ? parent : undefined;
}

/** Returns the index of a child among all children of its parent. */
export function indexOf(parent: YParent, child: YChild): number {
  return (parent.toArray() as unknown[]).indexOf(child);
}
