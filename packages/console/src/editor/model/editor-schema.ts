import { documentSchema } from '@space/rich-text/schema';
import { type DOMOutputSpec, type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model';
import { parseMarks, parseNodes } from './parse-rules.ts';

/** The form of each node in the document of the page. A level of a heading is one lower, because the title is the one h1. */
const nodeForms: Readonly<Record<string, NodeSpec['toDOM']>> = {
  paragraph: () => ['p', 0],
  heading: ({ attrs: { level } }) => [`h${Math.min(level + 1, 6)}`, { 'data-level': level, 'aria-level': level + 1 }, 0],
  bulletList: () => ['ul', 0],
  orderedList: ({ attrs: { start } }) => ['ol', start === 1 ? {} : { start }, 0],
  listItem: ({ attrs: { checked } }) => ['li', checked === null ? {} : { 'data-checked': checked }, 0],
  blockquote: () => ['blockquote', 0],
  codeBlock: ({ attrs: { language } }) => ['pre', language ? { 'data-language': language } : {}, ['code', 0]],
  table: () => ['div', { class: 'doc-table' }, ['table', ['tbody', 0]]],
  tableRow: () => ['tr', 0],
  tableCell: ({ attrs }) => ['td', cellAttributes(attrs), 0],
  tableHeader: ({ attrs }) => ['th', cellAttributes(attrs), 0],
  horizontalRule: () => ['hr'],
  callout: ({ attrs: { kind } }) => ['div', { class: 'callout', 'data-kind': kind, role: 'note', 'aria-label': kind }, 0],
  details: () => ['div', { class: 'details' }, 0],
  detailsSummary: () => ['div', { class: 'details-summary' }, 0],
  detailsContent: () => ['div', { class: 'details-content' }, 0],
  embed: ({ attrs: { href, label } }) => ['p', { class: 'embed', 'data-embed': href }, ['a', { href }, label ?? href]],
  image: ({ attrs: { src, alt, title } }) => ['img', { src, alt: alt ?? '', ...(title && { title }) }],
  hardBreak: () => ['br'],
};

const markForms: Readonly<Record<string, MarkSpec['toDOM']>> = {
  link: ({ attrs: { href, title } }): DOMOutputSpec => ['a', { href, rel: 'noopener noreferrer', ...(title && { title }) }, 0],
  bold: () => ['strong', 0],
  italic: () => ['em', 0],
  strike: () => ['s', 0],
  underline: () => ['u', 0],
  highlight: () => ['mark', 0],
  code: () => ['code', 0],
};

/** The schema of documents with the forms of nodes and marks in a page. Its names, attributes and contents are those of `documentSchema`. */
export const editorSchema = new Schema({
  nodes: withForms(documentSchema.spec.nodes.toObject(), nodeForms, parseNodes) as Record<string, NodeSpec>,
  marks: withForms(documentSchema.spec.marks.toObject(), markForms, parseMarks) as Record<string, MarkSpec>,
});

function withForms<Spec extends object>(
  specs: Readonly<Record<string, Spec>>,
  forms: Readonly<Record<string, unknown>>,
  rules: Readonly<Record<string, readonly unknown[]>>,
): Record<string, Spec> {
  return Object.fromEntries(
    Object.entries(specs).map(([name, spec]) => [
      name,
      { ...spec, ...(forms[name] ? { toDOM: forms[name] } : {}), ...(rules[name] ? { parseDOM: rules[name] } : {}) },
    ]),
  );
}

interface CellAttributes {
  readonly colspan?: number;
  readonly rowspan?: number;
  readonly align?: string | null;
}

function cellAttributes({ colspan, rowspan, align }: CellAttributes): Record<string, string | number> {
  return {
    ...((colspan ?? 1) > 1 && { colspan: colspan! }),
    ...((rowspan ?? 1) > 1 && { rowspan: rowspan! }),
    ...(align && { 'data-align': align }),
  };
}
