import * as Y from 'yjs';
import type { RichNode } from '../blocks/rich-node.ts';
import { withoutIds } from '../blocks/rich-node.ts';
import { readElement } from '../document/read-blocks.ts';
import { insertNodes } from '../document/write-blocks.ts';
import { childrenOf, indexOf, type YChild, type YParent } from '../document/yjs-node.ts';
import { itemAt, typeAt } from './yjs-place.ts';

/**
 * Inserts again all that a fork inserted into nodes that the document has deleted since the fork began. Each such node comes
 * back with the text of the fork only, after its nearest neighbour that is still there.
 */
export function rescueLost(doc: Y.Doc, fork: Y.Doc, before: Y.Snapshot): void {
  for (const dead of deadNodes(doc, fork)) {
    const parent = dead.parent as YParent;
    const target = typeAt(doc, parent) ?? (parent._item === null ? doc.getXmlFragment(rootName(parent)) : undefined);
    if (!(target instanceof Y.XmlFragment)) continue;
    insertNodes(target, placeAfterNeighbour(doc, parent, dead, target), newContent(dead, fork, before).map(withoutIds));
  }
}

/** Returns the outermost nodes of the fork that are deleted in the document and have something new in them. */
function deadNodes(doc: Y.Doc, fork: Y.Doc): YChild[] {
  const dead = new Set<YChild>();
  for (const struct of fork.store.clients.get(fork.clientID) ?? []) {
    if (!(struct instanceof Y.Item) || struct.deleted || !struct.countable || struct.parentSub !== null) continue;
    if (itemAt(doc, struct.id) !== undefined) continue;
    let outermost: Y.AbstractType<unknown> | undefined;
    for (let type = struct.parent as Y.AbstractType<unknown> | null; type?._item; type = type._item.parent as Y.AbstractType<unknown>) {
      if (itemAt(doc, type._item.id) === undefined) outermost = type;
    }
    if (outermost instanceof Y.XmlElement || outermost instanceof Y.XmlText) dead.add(outermost);
  }
  return [...dead];
}

function placeAfterNeighbour(doc: Y.Doc, parent: YParent, dead: YChild, target: YParent): number {
  const siblings = childrenOf(parent).map(({ child }) => child);
  for (let index = siblings.indexOf(dead) - 1; index >= 0; index -= 1) {
    const neighbour = typeAt(doc, siblings[index]) as YChild | undefined;
    if (neighbour) return indexOf(target, neighbour) + 1;
  }
  return 0;
}

/** Returns what the fork inserted into a node, in the nodes that hold it. */
function newContent(type: YChild, fork: Y.Doc, before: Y.Snapshot): RichNode[] {
  if (type instanceof Y.XmlText) return newText(type, fork, before);
  if (isNew(type, fork)) return [readElement(type)];
  const content = childrenOf(type).flatMap(({ child }) => newContent(child, fork, before));
  const { content: _content, ...node } = readElement(type);
  return content.length > 0 ? [{ ...node, content }] : [];
}

function isNew(type: YChild, fork: Y.Doc): boolean {
  return type._item?.id.client === fork.clientID;
}

function newText(text: Y.XmlText, fork: Y.Doc, before: Y.Snapshot): RichNode[] {
  const runs = text.toDelta(Y.snapshot(fork), before) as { insert: unknown; attributes?: Record<string, unknown> }[];
  return runs.flatMap(({ insert, attributes: { ychange, ...marks } = {} }) => {
    if (typeof insert !== 'string' || (ychange as { type?: string } | undefined)?.type !== 'added') return [];
    const list = Object.entries(marks).map(([type, attrs]) => ({ type, attrs: attrs as never }));
    return [{ type: 'text', text: insert, marks: list }];
  });
}

function rootName(parent: YParent): string {
  return Y.findRootTypeKey(parent as Y.AbstractType<Y.YXmlEvent>);
}
