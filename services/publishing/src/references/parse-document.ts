import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse, parseFragment, type TreeAdapter } from 'parse5';

/** The nodes of a parsed document. */
export type Document = DefaultTreeAdapterTypes.Document;
export type Element = DefaultTreeAdapterTypes.Element;
export type Node = DefaultTreeAdapterTypes.Node;
export type ParentNode = DefaultTreeAdapterTypes.ParentNode;

/** A document whose tree would be far larger than its text, or deeper than any browser builds. */
export class DocumentTooComplex extends Error {}

/** Elements in elements; browsers stop nesting at about this depth. */
const MAX_DEPTH = 512;

/** Nodes a document may have beyond one for every other character of its text. */
const SPARE_NODES = 1_000;

/** Parses a document as a browser with scripts does, and says where in the text everything stands. */
export const parseDocument = (text: string): Document =>
  parse<DefaultTreeAdapterTypes.DefaultTreeAdapterMap>(text, {
    sourceCodeLocationInfo: true,
    treeAdapter: boundedTreeAdapter(text.length),
  });

/** Parses what stands inside an element. */
export const parseInnerDocument = (text: string) =>
  parseFragment<DefaultTreeAdapterTypes.DefaultTreeAdapterMap>(text, { treeAdapter: boundedTreeAdapter(text.length) });

/**
 * Builds the tree and stops where it grows out of proportion: HTML lets few characters stand for very many elements, as
 * formatting that is never closed begins anew in every paragraph.
 */
export function boundedTreeAdapter(length: number): TreeAdapter<DefaultTreeAdapterTypes.DefaultTreeAdapterMap> {
  const most = SPARE_NODES + length / 2;
  let nodes = 0;
  let depth = 0;
  return {
    ...defaultTreeAdapter,
    createElement(...args) {
      nodes += 1;
      if (nodes > most) throw new DocumentTooComplex();
      return defaultTreeAdapter.createElement(...args);
    },
    onItemPush() {
      depth += 1;
      if (depth > MAX_DEPTH) throw new DocumentTooComplex();
    },
    onItemPop() {
      depth -= 1;
    },
  };
}

/** Calls `see` for each element under a node, in the order of the text, those in templates too when they are shown. */
export function eachElement(root: ParentNode, see: (element: Element) => void): void {
  const waiting: Node[] = [...root.childNodes].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!('tagName' in node)) continue;
    see(node);
    const inside = 'content' in node && attributeOf(node, 'shadowrootmode') !== undefined ? (node.content as ParentNode) : node;
    for (let index = inside.childNodes.length - 1; index >= 0; index--) waiting.push(inside.childNodes[index]!);
  }
}

/** The value of an attribute; undefined when there is none. */
export const attributeOf = (element: Element, name: string): string | undefined =>
  element.attrs.find((attribute) => attribute.name === name && attribute.prefix === undefined)?.value;

/** All text right under an element. */
export const textIn = (element: ParentNode): string => element.childNodes.map((node) => ('value' in node ? node.value : '')).join('');
