import { type Html, html } from '@space/web/html';
import { joinTexts, marksKey } from '../blocks/inline.ts';
import type { RichMark, RichNode } from '../blocks/rich-node.ts';
import { isSafeAddress } from '../schema/index.ts';

/** The use of an address: as a link that is followed, or as an image that is loaded. */
export type AddressKind = 'link' | 'image';

/** Returns the public address of a `space:` address, or undefined. */
export type ResolveAddress = (href: string, kind: AddressKind) => string | undefined;

/** The marks from the outside to the inside. */
const order = ['link', 'bold', 'italic', 'strike', 'underline', 'highlight', 'code'];

/** Returns the HTML of a line of text. Marks and nodes of unknown types leave their text. */
export function writeInline(content: readonly RichNode[], resolve: ResolveAddress = () => undefined): Html {
  return writeLevel(joinTexts(content), 0, resolve);
}

function writeLevel(nodes: readonly RichNode[], level: number, resolve: ResolveAddress): Html {
  const type = order[level];
  if (type === undefined) return html`${nodes.map((node) => writeLeaf(node, resolve))}`;
  const parts: Html[] = [];
  for (let start = 0; start < nodes.length; ) {
    const mark = markOf(nodes[start]!, type);
    let end = start + 1;
    while (end < nodes.length && sameMark(mark, markOf(nodes[end]!, type))) end += 1;
    const inner = writeLevel(nodes.slice(start, end), level + 1, resolve);
    parts.push(mark ? wrap(mark, inner, resolve) : inner);
    start = end;
  }
  return html`${parts}`;
}

/** Returns the mark of a type. The link of an image is its attribute `href`. */
function markOf(node: RichNode, type: string): RichMark | undefined {
  const href = node.type === 'image' && type === 'link' ? node.attrs?.href : undefined;
  if (typeof href === 'string') return { type: 'link', attrs: { href } };
  return node.marks?.find((mark) => mark.type === type);
}

function sameMark(left: RichMark | undefined, right: RichMark | undefined): boolean {
  return left === undefined || right === undefined ? left === right : marksKey([left]) === marksKey([right]);
}

function wrap(mark: RichMark, inner: Html, resolve: ResolveAddress): Html {
  switch (mark.type) {
    case 'link':
      return writeLink(mark, inner, resolve);
    case 'bold':
      return html`<strong>${inner}</strong>`;
    case 'italic':
      return html`<em>${inner}</em>`;
    case 'strike':
      return html`<s>${inner}</s>`;
    case 'underline':
      return html`<u>${inner}</u>`;
    case 'highlight':
      return html`<mark>${inner}</mark>`;
    default:
      return html`<code>${inner}</code>`;
  }
}

function writeLink({ attrs = {} }: RichMark, inner: Html, resolve: ResolveAddress): Html {
  const href = String(attrs.href ?? '');
  const address = publicAddress(href, 'link', resolve);
  const title = titlePart(attrs.title);
  if (address !== undefined) return html`<a href="${address}"${title} rel="noopener nofollow ugc">${inner}</a>`;
  return href.startsWith('space:') ? html`<span data-mention="${href}"${title}>${inner}</span>` : inner;
}

function writeLeaf(node: RichNode, resolve: ResolveAddress): Html {
  if (node.type === 'text') return html`${node.text}`;
  if (node.type === 'hardBreak') return html`<br>`;
  if (node.type !== 'image') return html``;
  const { src, alt, title, width, height } = node.attrs ?? {};
  const name = String(alt ?? '');
  const address = publicAddress(String(src ?? ''), 'image', resolve);
  const size = (side: 'width' | 'height', value: unknown) => (typeof value === 'number' ? html` ${side}="${value}"` : '');
  const sizes = html`${size('width', width)}${size('height', height)}`;
  if (address !== undefined) return html`<img src="${address}" alt="${name}"${titlePart(title)}${sizes} loading="lazy">`;
  return String(src).startsWith('space:') ? html`<span data-image="${String(src)}"${titlePart(title)}>${name}</span>` : html`${name}`;
}

/** Returns an address that a browser may follow, or undefined. */
function publicAddress(href: string, kind: AddressKind, resolve: ResolveAddress): string | undefined {
  const address = href.startsWith('space:') ? resolve(href, kind) : href;
  return address !== undefined && address !== '' && isSafeAddress(address) && !/^\s*space:/i.test(address) ? address : undefined;
}

function titlePart(title: unknown): Html | '' {
  return title ? html` title="${String(title)}"` : '';
}
