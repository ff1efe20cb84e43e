import { type Html, html } from '@space/web/html';
import { joinTexts, marksKey } from '../blocks/inline.ts';
import type { RichMark, RichNode } from '../blocks/rich-node.ts';
import { isSafeAddress } from '../schema/index.ts';

/** The use of an address: as a link that is followed, or as an image that is loaded. */
export type AddressKind = 'link' | 'image';

/** The settings of the HTML of a line. */
export interface InlineOptions {
  /** Returns the public address of a `space:` address, or undefined for a placeholder that cannot be followed. */
  readonly resolveAddress?: (href: string, kind: AddressKind) => string | undefined;
  /** True if placeholders do not name the address: visitors learn no ids. */
  readonly hidesAddresses?: boolean;
}

/** The marks from the outside to the inside. */
const order = ['link', 'bold', 'italic', 'strike', 'underline', 'highlight', 'code'];

/** Returns the HTML of a line of text. Marks and nodes of unknown types leave their text. */
export function writeInline(content: readonly RichNode[], options: InlineOptions = {}): Html {
  return writeLevel(joinTexts(content), 0, options);
}

function writeLevel(nodes: readonly RichNode[], level: number, options: InlineOptions): Html {
  const type = order[level];
  if (type === undefined) return html`${nodes.map((node) => writeLeaf(node, options))}`;
  const parts: Html[] = [];
  for (let start = 0; start < nodes.length; ) {
    const mark = markOf(nodes[start]!, type);
    let end = start + 1;
    while (end < nodes.length && sameMark(mark, markOf(nodes[end]!, type))) end += 1;
    const inner = writeLevel(nodes.slice(start, end), level + 1, options);
    parts.push(mark ? wrap(mark, inner, options) : inner);
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

function wrap(mark: RichMark, inner: Html, options: InlineOptions): Html {
  switch (mark.type) {
    case 'link':
      return writeLink(mark, inner, options);
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

function writeLink({ attrs = {} }: RichMark, inner: Html, options: InlineOptions): Html {
  const href = String(attrs.href ?? '');
  const address = publicAddress(href, 'link', options);
  const title = titlePart(attrs.title);
  if (address !== undefined) return html`<a href="${address}"${title} rel="noopener nofollow ugc">${inner}</a>`;
  if (!href.startsWith('space:')) return inner;
  return options.hidesAddresses ? html`<span${title}>${inner}</span>` : html`<span data-mention="${href}"${title}>${inner}</span>`;
}

function writeLeaf(node: RichNode, options: InlineOptions): Html {
  if (node.type === 'text') return html`${node.text}`;
  if (node.type === 'hardBreak') return html`<br>`;
  if (node.type !== 'image') return html``;
  const { src, alt, title, width, height } = node.attrs ?? {};
  const name = String(alt ?? '');
  const address = publicAddress(String(src ?? ''), 'image', options);
  const size = (side: 'width' | 'height', value: unknown) => (typeof value === 'number' ? html` ${side}="${value}"` : '');
  const sizes = html`${size('width', width)}${size('height', height)}`;
  if (address !== undefined) return html`<img src="${address}" alt="${name}"${titlePart(title)}${sizes} loading="lazy">`;
  if (!String(src).startsWith('space:') || options.hidesAddresses) return html`${name}`;
  return html`<span data-image="${String(src)}"${titlePart(title)}>${name}</span>`;
}

/** Returns an address that a browser may follow, or undefined. */
function publicAddress(href: string, kind: AddressKind, { resolveAddress }: InlineOptions): string | undefined {
  const address = href.startsWith('space:') ? resolveAddress?.(href, kind) : href;
  return address !== undefined && address !== '' && isSafeAddress(address) && !/^\s*space:/i.test(address) ? address : undefined;
}

function titlePart(title: unknown): Html | '' {
  return title ? html` title="${String(title)}"` : '';
}
