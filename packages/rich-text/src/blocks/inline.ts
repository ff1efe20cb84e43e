import type { Attributes, RichMark, RichNode } from './rich-node.ts';

/** The marks of a text by name, as Yjs stores them: an empty object for a mark without attributes. */
export type MarkSet = Readonly<Record<string, Attributes>>;

/** Returns marks as a set by name. */
export function markSet(marks: readonly RichMark[] | undefined): MarkSet {
  return Object.fromEntries((marks ?? []).map((mark) => [mark.type, dropNulls(mark.attrs)]));
}

/** Returns a set of marks as a list, in the order of their names. */
export function markList(set: MarkSet): RichMark[] {
  return Object.keys(set)
    .sort()
    .map((type) => ({ type, ...(Object.keys(set[type]!).length > 0 ? { attrs: set[type]! } : {}) }));
}

/** Returns a text node. */
export function textNode(text: string, marks: readonly RichMark[] = []): RichNode {
  return { type: 'text', text, ...(marks.length > 0 ? { marks } : {}) };
}

/** Returns inline nodes with neighbours of the same marks joined and empty texts left out. */
export function joinTexts(content: readonly RichNode[]): RichNode[] {
  const joined: RichNode[] = [];
  for (const node of content) {
    const last = joined.at(-1);
    if (node.type === 'text' && node.text === '') continue;
    if (node.type === 'text' && last?.type === 'text' && sameMarks(last.marks, node.marks)) {
      joined[joined.length - 1] = { ...last, text: `${last.text}${node.text}` };
    } else joined.push(node);
  }
  return joined;
}

function sameMarks(left: readonly RichMark[] | undefined, right: readonly RichMark[] | undefined): boolean {
  return (left ?? []).length === (right ?? []).length && marksKey(left) === marksKey(right);
}

/** Returns a text that is equal for equal marks, in any order. */
export function marksKey(marks: readonly RichMark[] | undefined): string {
  return marks === undefined || marks.length === 0
    ? ''
    : JSON.stringify(markList(markSet(marks)).map((mark) => [mark.type, sortKeys(mark.attrs)]));
}

/** Returns attributes in the order of their names, without those that are null. */
export function sortKeys(attrs: Attributes | undefined): Attributes {
  return Object.fromEntries(Object.entries(dropNulls(attrs)).sort(([left], [right]) => (left < right ? -1 : 1)));
}

function dropNulls(attrs: Attributes | undefined): Attributes {
  return Object.fromEntries(Object.entries(attrs ?? {}).filter(([, value]) => value !== null && value !== undefined));
}
