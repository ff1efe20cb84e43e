import * as Y from 'yjs';
import type { RichNode } from '../blocks/rich-node.ts';
import { withoutIds } from '../blocks/rich-node.ts';
import { readElement } from '../document/read-blocks.ts';
import { insertNodes } from '../document/write-blocks.ts';
import { childrenOf, indexOf, isElement, type YChild, type YParent } from '../document/yjs-node.ts';
import { isCell } from '../schema/index.ts';
import { itemAt, typeAt } from './yjs-place.ts';

/**
 * Inserts again all that a fork inserted into nodes that the document has deleted since the fork began. Each such node comes
 * back with the text of the fork only, after its nearest neighbour that is still there. Returns the cells of tables that
 * came back, each with the cell of the fork.
 */
export function rescueLost(doc: Y.Doc, fork: Y.Doc, before: Y.Snapshot): [cell: Y.XmlElement, lost: Y.XmlElement][] {
  const cells: [Y.XmlElement, Y.XmlElement][] = [];
  for (const dead of deadNodes(doc, fork)) {
    const parent = dead.parent as YParent;
    const target = typeAt(doc, parent) ?? (parent._item === null ? doc.getXmlFragment(rootName(parent)) : undefined);
    if (!(target instanceof Y.XmlFragment)) continue;
    const inserted = insertNodes(target, placeAfterNeighbour(doc, parent, dead, target), newContent(dead, fork, before).map(withoutIds));
    cells.push(...pairCells(inserted, dead));
  }
  return cells;
}

function pairCells(inserted: readonly YChild[], dead: YChild): [Y.XmlElement, Y.XmlElement][] {
  const [first] = inserted;
  if (!isElement(first) || !isElement(dead)) return [];
  if (isCell(dead.nodeName)) return [[first, dead]];
  if (dead.nodeName !== 'tableRow') return [];
  const lost = childrenOf(dead);
  return childrenOf(first).flatMap(({ child }, index) => {
    const other = lost[index]?.child;
    return isElement(child) && isElement(other) ? [[child, other] as [Y.XmlElement, Y.XmlElement]] : [];
  });
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
  // A row has its cells by their index, so those without new text come back empty.
  if (isCell(type.nodeName) && content.length === 0 && isElement(type.parent)) return [{ ...node, content: [{ type: 'paragraph' }] }];
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
