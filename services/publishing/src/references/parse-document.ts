import { MAX_DOCUMENT_DEPTH } from '@space/contracts/publishing';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse, parseFragment, type TreeAdapter } from 'parse5';

/** A parsed document. */
export type Document = DefaultTreeAdapterTypes.Document;

/** An element of a parsed document. */
export type Element = DefaultTreeAdapterTypes.Element;

/** A node of a parsed document. */
export type Node = DefaultTreeAdapterTypes.Node;

/** A node that has child nodes. */
export type ParentNode = DefaultTreeAdapterTypes.ParentNode;

/** The tree of a document would be far larger than its text, or deeper than a browser builds it. */
export class DocumentTooComplexError extends Error {}

/** Nodes that a document may have in addition to one for every two characters of its text. */
const SPARE_NODES = 1_000;

/** Parses a document as a browser with scripts does, with the source location of each node. Throws DocumentTooComplexError. */
export const parseDocument = (text: string): Document =>
  parse<DefaultTreeAdapterTypes.DefaultTreeAdapterMap>(text, {
    sourceCodeLocationInfo: true,
    treeAdapter: boundedTreeAdapter(text.length),
  });

/** Parses the content of an element. Throws DocumentTooComplexError. */
export const parseInnerDocument = (text: string) =>
  parseFragment<DefaultTreeAdapterTypes.DefaultTreeAdapterMap>(text, { treeAdapter: boundedTreeAdapter(text.length) });

/**
 * Returns a tree adapter that throws DocumentTooComplexError when the tree grows out of proportion to the text. In HTML few
 * characters can make very many elements, since a formatting element that is not closed is opened again in every paragraph.
 */
export function boundedTreeAdapter(length: number): TreeAdapter<DefaultTreeAdapterTypes.DefaultTreeAdapterMap> {
  const most = SPARE_NODES + length / 2;
  let nodes = 0;
  let depth = 0;
  return {
    ...defaultTreeAdapter,
    createElement(...args) {
      nodes += 1;
      if (nodes > most) throw new DocumentTooComplexError();
      return defaultTreeAdapter.createElement(...args);
    },
    onItemPush() {
      depth += 1;
      if (depth > MAX_DOCUMENT_DEPTH) throw new DocumentTooComplexError();
    },
    onItemPop() {
      depth -= 1;
    },
  };
}

/** Calls `visit` for each element under a node in document order, including those of declarative shadow trees. */
export function eachElement(root: ParentNode, visit: (element: Element) => void): void {
  const waiting: Node[] = [...root.childNodes].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!('tagName' in node)) continue;
    visit(node);
    const inside = 'content' in node && attributeOf(node, 'shadowrootmode') !== undefined ? (node.content as ParentNode) : node;
    for (let index = inside.childNodes.length - 1; index >= 0; index--) waiting.push(inside.childNodes[index]!);
  }
}

/** Returns the value of an attribute, or undefined. */
export const attributeOf = (element: Element, name: string): string | undefined =>
  element.attrs.find((attribute) => attribute.name === name && attribute.prefix === undefined)?.value;

/** Returns the text of the direct child nodes of an element. */
export const textIn = (element: ParentNode): string => element.childNodes.map((node) => ('value' in node ? node.value : '')).join('');

/** Returns the texts that an element contains directly, with the line and the column of their beginning. */
export const textsIn = (element: ParentNode): { readonly text: string; readonly line: number; readonly column: number }[] =>
  element.childNodes.flatMap((node) =>
    node.nodeName === '#text' && 'value' in node
      ? [{ text: node.value, line: node.sourceCodeLocation?.startLine ?? 1, column: node.sourceCodeLocation?.startCol ?? 1 }]
      : [],
  );

/** Returns the line and column of an attribute, or of the element; both are counted from 1. */
export function placeOf(
  { sourceCodeLocation: place }: Element,
  attribute: string | undefined,
): { readonly line: number; readonly column: number } {
  const at = (attribute !== undefined ? place?.attrs?.[attribute] : undefined) ?? place;
  return { line: at?.startLine ?? 1, column: at?.startCol ?? 1 };
}
