import * as Y from 'yjs';
import { FRAGMENT_NAME, isBlock, isInline, isTextBlock, nodeDefinition } from '../schema/index.ts';
import { childrenOf, isElement, type YParent } from './yjs-node.ts';

/** Returns a new id of a block, which no other block has. */
export type NewBlockId = () => string;

/**
 * Gives each block without an id a new one. The later of two blocks with one id gets a new one as well, since editors copy
 * ids when a paragraph is split. Blocks of unknown types get ids too. Returns the number of new ids.
 */
export function assignBlockIds(doc: Y.Doc, newBlockId: NewBlockId): number {
  const taken = new Set<string>();
  let count = 0;
  doc.transact(() => {
    for (const element of walkElements(doc.getXmlFragment(FRAGMENT_NAME))) {
      if (!hasBlockId(element)) continue;
      const id = element.getAttribute('id');
      if (typeof id === 'string' && !taken.has(id)) taken.add(id);
      else {
        const fresh = newBlockId();
        element.setAttribute('id', fresh);
        taken.add(fresh);
        count += 1;
      }
    }
  });
  return count;
}

/** Returns the Yjs node of a block, or undefined if the document does not have it. */
export function findBlock(doc: Y.Doc, id: string): Y.XmlElement | undefined {
  for (const element of walkElements(doc.getXmlFragment(FRAGMENT_NAME))) if (element.getAttribute('id') === id) return element;
  return undefined;
}

/** Returns all nodes below a Yjs type, each before its children. */
export function* walkElements(parent: YParent): Generator<Y.XmlElement> {
  for (const { child } of childrenOf(parent)) {
    if (!isElement(child)) continue;
    yield child;
    yield* walkElements(child);
  }
}

function hasBlockId(element: Y.XmlElement): boolean {
  if (nodeDefinition(element.nodeName) !== undefined) return isBlock(element.nodeName);
  const { parent } = element;
  return (
    !(parent instanceof Y.XmlElement) ||
    (!isTextBlock(parent.nodeName) && !isInline(element.nodeName) && nodeDefinition(parent.nodeName) !== undefined)
  );
}
