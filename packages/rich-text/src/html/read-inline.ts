import { joinTexts, type MarkSet, markList, textNode } from '../blocks/inline.ts';
import type { RichNode } from '../blocks/rich-node.ts';
import { isSafeAddress, MAX_ATTRIBUTE_LENGTH } from '../schema/index.ts';
import type { HtmlElement, HtmlNode } from './html-tree.ts';

const markOfTag: Readonly<Record<string, string>> = {
  b: 'bold',
  strong: 'bold',
  em: 'italic',
  i: 'italic',
  cite: 'italic',
  var: 'italic',
  del: 'strike',
  s: 'strike',
  strike: 'strike',
  ins: 'underline',
  u: 'underline',
  mark: 'highlight',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
};

/** Returns the inline nodes of HTML as a browser shows them: spaces and line ends are one space, and none at the edges. */
export function readInline(nodes: readonly HtmlNode[]): RichNode[] {
  const content: RichNode[] = [];
  collect(nodes, {}, content);
  return withoutSpaces(joinTexts(content));
}

function collect(nodes: readonly HtmlNode[], marks: MarkSet, content: RichNode[]): void {
  for (const node of nodes) {
    if (typeof node === 'string') content.push(textNode(node.replace(/[ \t\n\r\f]+/g, ' '), markList(marks)));
    else if (node.tag === 'br') content.push({ type: 'hardBreak' });
    else if (node.tag === 'img') content.push(...readImage(node, marks));
    else if (isAddress(node.attributes['data-image'])) content.push(imageNode({ src: node.attributes['data-image'] }, node, marks));
    else collect(node.children, { ...marks, ...marksOf(node) }, content);
  }
}

function marksOf({ tag, attributes }: HtmlElement): MarkSet {
  const type = markOfTag[tag];
  if (type !== undefined) return { [type]: {} };
  const href = tag === 'a' ? attributes.href : attributes['data-mention'];
  if (!isAddress(href)) return {};
  return { link: { href, ...titleOf(attributes.title) } };
}

function readImage(node: HtmlElement, marks: MarkSet): RichNode[] {
  const { src, alt } = node.attributes;
  if (isAddress(src)) return [imageNode({ src, ...textAttribute('alt', alt) }, node, marks)];
  return alt ? [textNode(alt, markList(marks))] : [];
}

function imageNode(attrs: Readonly<Record<string, string>>, node: HtmlElement, marks: MarkSet): RichNode {
  const href = marks.link?.href;
  const alt = node.tag === 'img' ? {} : textAttribute('alt', node.children.filter((child) => typeof child === 'string').join(''));
  const sizes = { ...sizeOf('width', node.attributes.width), ...sizeOf('height', node.attributes.height) };
  return { type: 'image', attrs: { ...attrs, ...alt, ...titleOf(node.attributes.title), ...(href ? { href } : {}), ...sizes } };
}

function isAddress(href: string | undefined): href is string {
  return href !== undefined && href !== '' && href.length <= MAX_ATTRIBUTE_LENGTH && isSafeAddress(href);
}

const titleOf = (title: string | undefined) => textAttribute('title', title);

function textAttribute(name: string, value: string | undefined): Record<string, string> {
  return value ? { [name]: value.slice(0, MAX_ATTRIBUTE_LENGTH) } : {};
}

function sizeOf(name: string, value: string | undefined): Record<string, number> {
  const size = Number(value);
  return Number.isInteger(size) && size >= 1 && size <= 10_000 ? { [name]: size } : {};
}

/** Takes spaces away at the edges of lines and after other spaces. */
function withoutSpaces(content: readonly RichNode[]): RichNode[] {
  const trimmed: RichNode[] = [];
  let isAfterSpace: boolean = true;
  for (const node of content) {
    if (node.type === 'text') {
      const joined: string = node.text!.replace(/ +/g, ' ');
      const text: string = isAfterSpace ? joined.replace(/^ /, '') : joined;
      if (text === '') continue;
      trimmed.push({ ...node, text });
      isAfterSpace = text.endsWith(' ');
      continue;
    }
    if (node.type === 'hardBreak') trimEnd(trimmed);
    trimmed.push(node);
    isAfterSpace = node.type === 'hardBreak';
  }
  trimEnd(trimmed);
  return joinTexts(trimmed);
}

function trimEnd(content: RichNode[]): void {
  const last = content.at(-1);
  if (last?.type !== 'text' || !last.text!.endsWith(' ')) return;
  const text = last.text!.slice(0, -1);
  if (text === '') content.pop();
  else content[content.length - 1] = { ...last, text };
}
