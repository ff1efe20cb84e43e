import * as Y from 'yjs';
import { childrenOf, isElement } from '../document/yjs-node.ts';
import type { ChangePlan } from './plan.ts';

/** Deletes the text and the inline nodes of a node, and notes the node and all nodes in it as emptied. */
export function emptyNode(element: Y.XmlElement, plan: ChangePlan, group?: string): void {
  plan.emptied.push({ element, ...(group === undefined ? {} : { group }) });
  for (const { child } of childrenOf(element)) {
    if (child instanceof Y.XmlText) child.delete(0, child.length);
    else if (isElement(child)) emptyNode(child, plan);
  }
}
