import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

/** An element of HTML, or a text. */
export type HtmlNode = HtmlElement | string;

/** An element of HTML with its attributes and children. */
export interface HtmlElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly HtmlNode[];
}

/** Returns the nodes of HTML as a browser reads them. */
export function parseTree(html: string): readonly HtmlNode[] {
  return readNodes(parseFragment(html).childNodes);
}

function readNodes(nodes: readonly DefaultTreeAdapterTypes.ChildNode[]): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if ('value' in node) return [node.value];
    if (!('tagName' in node)) return [];
    const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
    return [{ tag: node.tagName, attributes, children: readNodes(node.childNodes) }];
  });
}

/** Returns the text of nodes as it is written. */
export function textOf(nodes: readonly HtmlNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : node.tag === 'br' ? '\n' : textOf(node.children))).join('');
}

/** Returns the first element of nodes if there is nothing but spaces before it. */
export function firstElement(nodes: readonly HtmlNode[]): HtmlElement | undefined {
  const first = nodes.find((node) => typeof node !== 'string' || node.trim() !== '');
  return typeof first === 'string' ? undefined : first;
}
