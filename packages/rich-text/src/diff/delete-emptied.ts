import * as Y from 'yjs';
import type { NewBlockId } from '../document/block-ids.ts';
import { walkElements } from '../document/block-ids.ts';
import { childrenOf, indexOf, isElement, parentOf } from '../document/yjs-node.ts';
import { FRAGMENT_NAME, isCell } from '../schema/index.ts';
import type { EmptiedNode } from './plan.ts';
import { typeAt } from './yjs-place.ts';

/**
 * Deletes the emptied nodes of a plan from a document. A node that has text or nodes of others stays, and gets a new id if
 * the block that took its place has its id.
 */
export function deleteEmptied(doc: Y.Doc, emptied: readonly EmptiedNode[], newBlockId: NewBlockId): void {
  const live = emptied.flatMap(({ element, group }) => {
    const found = typeAt(doc, element);
    return isElement(found) ? [{ element: found, group }] : [];
  });
  const marked = new Set(live.map(({ element }) => element));
  const blockedGroups = new Set(
    live.filter(({ element, group }) => group !== undefined && !isEmptied(element, marked)).map(({ group }) => group),
  );
  const staying: Y.XmlElement[] = [];
  for (const { element, group } of live) {
    // A cell goes with its row or its column, so that a row into which others wrote has all its cells.
    if (group === undefined && isCell(element.nodeName)) continue;
    if (isEmptied(element, marked) && !(group !== undefined && blockedGroups.has(group))) deleteNode(element);
    else staying.push(element);
  }
  giveNewIds(
    doc,
    staying.filter((element) => parentOf(element) !== undefined),
    newBlockId,
  );
}

function isEmptied(element: Y.XmlElement, marked: ReadonlySet<Y.XmlElement>): boolean {
  return (
    marked.has(element) &&
    childrenOf(element).every(({ child }) => (child instanceof Y.XmlText ? child.length === 0 : isEmptied(child, marked)))
  );
}

function deleteNode(element: Y.XmlElement): void {
  const parent = parentOf(element);
  const index = parent ? indexOf(parent, element) : -1;
  if (index >= 0) parent!.delete(index);
}

function giveNewIds(doc: Y.Doc, staying: readonly Y.XmlElement[], newBlockId: NewBlockId): void {
  if (staying.length === 0) return;
  const others = new Set(staying);
  const taken = new Set<unknown>();
  for (const element of walkElements(doc.getXmlFragment(FRAGMENT_NAME))) if (!others.has(element)) taken.add(element.getAttribute('id'));
  for (const element of staying) {
    const id = element.getAttribute('id');
    if (id !== undefined && taken.has(id)) element.setAttribute('id', newBlockId());
  }
}
