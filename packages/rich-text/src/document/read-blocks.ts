import * as Y from 'yjs';
import { type MarkSet, markList, textNode } from '../blocks/inline.ts';
import type { Attributes, RichNode } from '../blocks/rich-node.ts';
import { FRAGMENT_NAME } from '../schema/index.ts';
import { childrenOf, type YParent } from './yjs-node.ts';

/** The Yjs type of each node that was read. A text node has the type of its run. */
export type SourceOf = Map<RichNode, Y.XmlElement>;

/**
 * Returns the blocks of a document. The walk changes nothing and leaves nothing out: nodes, attributes and marks that the
 * schema does not have are in the blocks. The reader of y-prosemirror deletes such nodes from the shared document.
 */
export function readBlocks(doc: Y.Doc): RichNode[] {
  return readChildren(doc.getXmlFragment(FRAGMENT_NAME));
}

/** Returns the children of a Yjs type as nodes, and notes the type of each node in `sources`. */
export function readChildren(parent: YParent, sources?: SourceOf): RichNode[] {
  return childrenOf(parent).flatMap(({ child }) => (child instanceof Y.XmlText ? readText(child) : [readElement(child, sources)]));
}

/** Returns a Yjs node as a node. */
export function readElement(element: Y.XmlElement, sources?: SourceOf): RichNode {
  const attrs = element.getAttributes() as Attributes;
  const node: RichNode = {
    type: element.nodeName,
    ...(Object.keys(attrs).length > 0 ? { attrs } : {}),
    ...(element.length > 0 ? { content: readChildren(element, sources) } : {}),
  };
  sources?.set(node, element);
  return node;
}

/** A run of text with equal marks, as Yjs gives it. */
interface Run {
  readonly insert: unknown;
  readonly attributes?: MarkSet;
}

function readText(text: Y.XmlText): RichNode[] {
  return (text.toDelta() as Run[]).flatMap((run) =>
    typeof run.insert === 'string' ? [textNode(run.insert, markList(run.attributes ?? {}))] : [],
  );
}
