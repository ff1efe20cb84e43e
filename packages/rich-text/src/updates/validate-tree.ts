import * as Y from 'yjs';
import { childrenOf, isElement, type YParent } from '../document/yjs-node.ts';
import { canContain, isTextBlock, nodeDefinition } from '../schema/index.ts';
import { refuse, validateValues } from './validate-values.ts';

/**
 * Validates the children of a node or of the document: their kinds and places, not their number. Two writers who each delete
 * an item leave a list empty, which is no fault of the later one. Throws `invalid_update`.
 */
export function validateChildren(parent: YParent): void {
  const name = parent instanceof Y.XmlElement ? parent.nodeName : 'doc';
  const isKnown = nodeDefinition(name) !== undefined;
  for (const child of parent.toArray() as unknown[]) {
    if (child instanceof Y.XmlText) {
      if (isKnown && !isTextBlock(name)) throw refuse(`has text directly in a ${name}`);
    } else if (!isElement(child)) throw refuse('has a value in the place of a node');
    else if (isKnown && nodeDefinition(child.nodeName) !== undefined && !canContain(name, child.nodeName)) {
      throw refuse(`has a ${child.nodeName} in a ${name}`);
    }
  }
}

/** Validates the attributes of a node, or only those with some names. Throws `invalid_update`. */
export function validateAttributes(element: Y.XmlElement, only?: ReadonlySet<string | null>): void {
  const entries = Object.entries(element.getAttributes() as Record<string, unknown>).filter(([name]) => only?.has(name) ?? true);
  validateValues(element.nodeName, Object.fromEntries(entries), nodeDefinition(element.nodeName)?.attrs);
}

/** Validates a new node with all that is in it. Throws `invalid_update`. */
export function validateSubtree(element: Y.XmlElement): void {
  if (!nodeDefinition(element.nodeName) || element.nodeName === 'doc' || element.nodeName === 'text') {
    throw refuse('has a node of an unknown type', element.nodeName);
  }
  validateAttributes(element);
  validateChildren(element);
  for (const { child } of childrenOf(element)) if (isElement(child)) validateSubtree(child);
}
