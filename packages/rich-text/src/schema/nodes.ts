import type { NodeSpec } from 'prosemirror-model';
import { type AttributeDefinition, address, blockId, choice, flag, shortText, wholeNumber, widths } from './attributes.ts';

/** A node of the schema. Its attributes have rules, and `expressible` names those that Markdown has a form for. */
export interface NodeDefinition extends NodeSpec {
  readonly attrs?: Readonly<Record<string, AttributeDefinition>>;
  readonly expressible?: readonly string[];
}

const id = blockId();
const cell = {
  colspan: wholeNumber(1, 100, 1),
  rowspan: wholeNumber(1, 1000, 1),
  colwidth: widths(),
  align: choice(['left', 'center', 'right']),
};

/** The kinds of a callout, which are those of alerts on GitHub. */
export const calloutKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const;

/**
 * The nodes of a document, under the names that Tiptap gives them. A list item with `checked` true or false is a task.
 * Each node with the attribute `id` is a block.
 */
export const nodes: Readonly<Record<string, NodeDefinition>> = {
  doc: { content: 'block*' },
  paragraph: { group: 'block', content: 'inline*', attrs: { id } },
  heading: { group: 'block', content: 'inline*', attrs: { id, level: wholeNumber(1, 6, 1) }, expressible: ['level'], defining: true },
  bulletList: { group: 'block', content: 'listItem+', attrs: { id } },
  orderedList: {
    group: 'block',
    content: 'listItem+',
    attrs: { id, start: wholeNumber(0, 999_999_999, 1), type: shortText(10) },
    expressible: ['start'],
  },
  listItem: { content: 'block+', attrs: { id, checked: flag(null) }, expressible: ['checked'], defining: true },
  blockquote: { group: 'block', content: 'block+', attrs: { id }, defining: true },
  codeBlock: {
    group: 'block',
    content: 'text*',
    marks: '',
    code: true,
    defining: true,
    attrs: { id, language: shortText(100), meta: shortText(500) },
    expressible: ['language', 'meta'],
  },
  table: { group: 'block', content: 'tableRow+', attrs: { id }, isolating: true, tableRole: 'table' },
  tableRow: { content: '(tableCell | tableHeader)*', attrs: { id }, tableRole: 'row' },
  tableCell: { content: 'paragraph+', attrs: cell, expressible: ['align'], isolating: true, tableRole: 'cell' },
  tableHeader: { content: 'paragraph+', attrs: cell, expressible: ['align'], isolating: true, tableRole: 'header_cell' },
  horizontalRule: { group: 'block', attrs: { id } },
  callout: { group: 'block', content: 'block+', attrs: { id, kind: choice(calloutKinds, 'note') }, expressible: ['kind'], defining: true },
  details: { group: 'block', content: 'detailsSummary detailsContent', attrs: { id, open: flag(null) }, isolating: true },
  detailsSummary: { content: 'inline*', defining: true },
  detailsContent: { content: 'block+', defining: true },
  embed: { group: 'block', attrs: { id, href: address(), label: shortText() }, expressible: ['href', 'label'], atom: true },
  image: {
    group: 'inline',
    inline: true,
    attrs: {
      src: address(),
      alt: shortText(),
      title: shortText(),
      href: address(),
      width: wholeNumber(1, 10_000, null),
      height: wholeNumber(1, 10_000, null),
    },
    expressible: ['src', 'alt', 'title', 'href'],
    draggable: true,
  },
  hardBreak: { group: 'inline', inline: true, selectable: false },
  text: { group: 'inline' },
};
