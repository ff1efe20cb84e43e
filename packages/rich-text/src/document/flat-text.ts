import * as Y from 'yjs';
import type { RichNode } from '../blocks/rich-node.ts';
import { childrenOf } from './yjs-node.ts';

/** A character in the place of an inline node that is no break. Text to find cannot have it. */
export const NODE_SIGN = '\ufffc';

/** Returns true for a node with text in it. */
export function isLine(element: Y.XmlElement): boolean {
  return childrenOf(element).some(({ child }) => child instanceof Y.XmlText);
}

/** Returns the text of inline nodes in which each break is a line end and each other node one character. */
export function flatText(content: readonly RichNode[]): string {
  return content.map((node) => node.text ?? (node.type === 'hardBreak' ? '\n' : NODE_SIGN)).join('');
}

/** Returns the places of a text in another one, without overlap. */
export function placesOf(text: string, find: string): number[] {
  const places: number[] = [];
  for (let index = text.indexOf(find); index !== -1; index = text.indexOf(find, index + find.length)) places.push(index);
  return places;
}
