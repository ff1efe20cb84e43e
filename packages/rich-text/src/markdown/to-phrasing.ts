import type { PhrasingContent } from 'mdast';
import { joinTexts, marksKey, textNode } from '../blocks/inline.ts';
import type { RichMark, RichNode } from '../blocks/rich-node.ts';
import { raw, tagged } from './mdast-nodes.ts';

/** An inline node whose marks are still to be written. */
interface Pending {
  readonly node: RichNode;
  readonly marks: readonly RichMark[];
}

/** The place of a line of text. Only a paragraph may have line ends in its Markdown. */
export type LinePlace = 'paragraph' | 'one_line';

const tags: Readonly<Record<string, 'u' | 'mark'>> = { underline: 'u', highlight: 'mark' };
const order = ['link', 'bold', 'italic', 'strike', 'underline', 'highlight'];

/** Returns inline nodes as mdast. Marks and nodes that the schema does not have leave their text, or nothing. */
export function toPhrasing(content: readonly RichNode[], place: LinePlace): PhrasingContent[] {
  const lines = joinTexts(content.map(asOneLine));
  const pending = spaceOutside(lines).map((node) => ({ node, marks: writtenMarks(node) }));
  return nest(withMarksOfNeighbours(pending), place);
}

/** Returns a node without line ends in its text. Spaces alone are no code, since the parser takes spaces from its edges. */
function asOneLine(node: RichNode): RichNode {
  if (node.type !== 'text') return node;
  const text = node.text!.replace(/\r\n?|\n/g, ' ');
  return textNode(text, text.trim() === '' ? node.marks?.filter((mark) => mark.type !== 'code') : node.marks);
}

function writtenMarks(node: RichNode): RichMark[] {
  const marks = (node.marks ?? []).filter((mark) => order.includes(mark.type) || mark.type === 'code');
  const href = node.type === 'image' ? node.attrs?.href : undefined;
  return typeof href === 'string' ? [{ type: 'link', attrs: { href } }, ...marks] : marks;
}

const flanking = new Set(['bold', 'italic', 'strike']);

/** Takes spaces at the edges of emphasis out of it, because Markdown would need character references for them. */
function spaceOutside(content: readonly RichNode[]): RichNode[] {
  const pieces = content.flatMap((node) => {
    if (node.type !== 'text' || !node.marks?.some((mark) => flanking.has(mark.type)) || node.marks.some((mark) => mark.type === 'code'))
      return [node];
    const [, before = '', core = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(node.text!) ?? [];
    return [before, core, after].filter((text) => text !== '').map((text) => textNode(text, node.marks));
  });
  const isSpace = (node: RichNode | undefined) => node?.type === 'text' && /^\s*$/.test(node.text!);
  const hasMark = (node: RichNode | undefined, mark: RichMark) =>
    node?.marks?.some((other) => marksKey([other]) === marksKey([mark])) === true;
  const trimmed = pieces.map((node, index) => {
    if (!isSpace(node) || !node.marks || node.marks.some((mark) => mark.type === 'code')) return node;
    const [previous, next] = [pieces[index - 1], pieces[index + 1]];
    const inside = node.marks.filter(
      (mark) => !flanking.has(mark.type) || (hasMark(previous, mark) && hasMark(next, mark) && !isSpace(previous) && !isSpace(next)),
    );
    return textNode(node.text!, inside);
  });
  return joinTexts(trimmed);
}

/** Gives a break the marks that both its neighbours have, so that emphasis goes on over it. */
function withMarksOfNeighbours(pending: readonly Pending[]): Pending[] {
  return pending.map((item, index) => {
    if (item.node.type !== 'hardBreak') return item;
    const next = new Set((pending[index + 1]?.marks ?? []).map((mark) => marksKey([mark])));
    return {
      node: item.node,
      marks: (pending[index - 1]?.marks ?? []).filter((mark) => mark.type !== 'code' && next.has(marksKey([mark]))),
    };
  });
}

function nest(items: readonly Pending[], place: LinePlace, isLast = true): PhrasingContent[] {
  const written: PhrasingContent[] = [];
  for (let index = 0; index < items.length; ) {
    const item = items[index]!;
    const outer = item.marks.filter((mark) => mark.type !== 'code');
    const longest = outer.map((mark) => ({ mark, end: endOfMark(items, index, mark) })).sort(byLength)[0];
    const end = longest?.end ?? endOfPlain(items, index);
    const ends = isLast && end === items.length;
    if (longest) {
      const key = marksKey([longest.mark]);
      const inner = items.slice(index, end).map(({ node, marks }) => ({ node, marks: marks.filter((mark) => marksKey([mark]) !== key) }));
      written.push(wrap(longest.mark, nest(inner, place, ends)));
    } else written.push(...leaf(items.slice(index, end), place, ends));
    index = end;
  }
  return written;
}

function byLength(
  left: { readonly mark: RichMark; readonly end: number },
  right: { readonly mark: RichMark; readonly end: number },
): number {
  return right.end - left.end || order.indexOf(left.mark.type) - order.indexOf(right.mark.type);
}

function endOfMark(items: readonly Pending[], from: number, mark: RichMark): number {
  const key = marksKey([mark]);
  let end = from + 1;
  while (items[end]?.marks.some((other) => marksKey([other]) === key)) end += 1;
  return end;
}

/** Returns the end of the nodes that make one leaf: all code, or one node of another kind. */
function endOfPlain(items: readonly Pending[], from: number): number {
  const isCode = (item: Pending | undefined) => item?.node.type === 'text' && item.marks.length === 1 && item.marks[0]!.type === 'code';
  let end = from + 1;
  if (isCode(items[from])) while (isCode(items[end])) end += 1;
  return end;
}

function leaf(items: readonly Pending[], place: LinePlace, isLast: boolean): PhrasingContent[] {
  const { node, marks } = items[0]!;
  if (node.type === 'hardBreak') return [place === 'one_line' || isLast ? raw('<br>') : { type: 'break' }];
  if (node.type === 'image') {
    const { src, alt, title } = node.attrs ?? {};
    return [{ type: 'image', url: String(src ?? ''), alt: String(alt ?? '').replace(/\s+/g, ' '), title: title ? String(title) : null }];
  }
  if (node.type !== 'text') return [];
  const value = items.map((item) => item.node.text).join('');
  return [{ type: marks.length > 0 ? 'inlineCode' : 'text', value }];
}

function wrap(mark: RichMark, children: PhrasingContent[]): PhrasingContent {
  if (mark.type === 'link') {
    const { href, title } = mark.attrs ?? {};
    return { type: 'link', url: String(href ?? ''), title: title ? String(title) : null, children };
  }
  if (mark.type === 'bold') return { type: 'strong', children };
  if (mark.type === 'italic') return { type: 'emphasis', children };
  if (mark.type === 'strike') return { type: 'delete', children };
  return tagged(tags[mark.type]!, children);
}
