import { calloutKinds, isSafeAddress, MAX_ATTRIBUTE_LENGTH } from '@space/rich-text/schema';
import type { TagParseRule } from 'prosemirror-model';

const text = (element: HTMLElement, name: string): string | null => element.getAttribute(name)?.slice(0, MAX_ATTRIBUTE_LENGTH) || null;

/** Returns an address of an element, or null for an unsafe or a long one. */
function address(element: HTMLElement, name: string): string | null {
  const value = element.getAttribute(name);
  return value && value.length <= MAX_ATTRIBUTE_LENGTH && isSafeAddress(value) ? value : null;
}

const headingRule = (level: number): TagParseRule => ({
  tag: `h${level}`,
  getAttrs: (element) => ({ level: Number(element.getAttribute('data-level')) || level }),
});

const span = (element: HTMLElement, name: string, most: number): number => {
  const value = Number(element.getAttribute(name) ?? 1);
  return Number.isInteger(value) && value >= 1 && value <= most ? value : 1;
};

const cellRule = (tag: string): TagParseRule => ({
  tag,
  getAttrs: (element) => {
    const align = element.getAttribute('data-align') ?? element.getAttribute('align');
    return {
      colspan: span(element, 'colspan', 100),
      rowspan: span(element, 'rowspan', 1_000),
      align: align && ['left', 'center', 'right'].includes(align) ? align : null,
    };
  },
});

/** The elements that become nodes, by the name of the node. `build-fragment.ts` makes only elements that a rule names. */
export const parseNodes: Readonly<Record<string, readonly TagParseRule[]>> = {
  embed: [
    {
      tag: 'p[data-embed]',
      priority: 60,
      getAttrs(element) {
        const href = address(element, 'data-embed');
        return href === null ? false : { href, label: element.textContent.slice(0, MAX_ATTRIBUTE_LENGTH) || null };
      },
    },
  ],
  paragraph: [{ tag: 'p' }],
  heading: [1, 2, 3, 4, 5, 6].map(headingRule),
  bulletList: [{ tag: 'ul' }],
  orderedList: [{ tag: 'ol', getAttrs: (element) => ({ start: span(element, 'start', 999_999_999) }) }],
  listItem: [
    {
      tag: 'li',
      getAttrs: (element) => ({ checked: element.hasAttribute('data-checked') ? element.getAttribute('data-checked') === 'true' : null }),
    },
  ],
  callout: [
    {
      tag: 'div.callout, blockquote[data-kind]',
      priority: 60,
      getAttrs(element) {
        const kind = element.getAttribute('data-kind');
        return { kind: kind && (calloutKinds as readonly string[]).includes(kind) ? kind : 'note' };
      },
    },
  ],
  blockquote: [{ tag: 'blockquote' }],
  codeBlock: [
    {
      tag: 'pre',
      preserveWhitespace: 'full',
      getAttrs: (element) => ({ language: element.getAttribute('data-language')?.slice(0, 100) || null }),
    },
  ],
  table: [{ tag: 'table' }],
  tableRow: [{ tag: 'tr' }],
  tableCell: [cellRule('td')],
  tableHeader: [cellRule('th')],
  horizontalRule: [{ tag: 'hr' }],
  details: [{ tag: 'details' }, { tag: 'div.details' }],
  detailsSummary: [{ tag: 'summary' }, { tag: 'div.details-summary' }],
  detailsContent: [{ tag: 'div.details-content' }],
  image: [
    {
      tag: 'img[src]',
      getAttrs(element) {
        const src = address(element, 'src');
        return src === null ? false : { src, alt: text(element, 'alt'), title: text(element, 'title') };
      },
    },
  ],
  hardBreak: [{ tag: 'br' }],
};

/** The elements that become marks, by the name of the mark. */
export const parseMarks: Readonly<Record<string, readonly TagParseRule[]>> = {
  link: [
    {
      tag: 'a[href]',
      getAttrs(element) {
        const href = address(element, 'href');
        return href === null ? false : { href, title: text(element, 'title') };
      },
    },
  ],
  bold: [{ tag: 'strong' }, { tag: 'b' }],
  italic: [{ tag: 'em' }, { tag: 'i' }],
  strike: [{ tag: 's' }, { tag: 'del' }, { tag: 'strike' }],
  underline: [{ tag: 'u' }],
  highlight: [{ tag: 'mark' }],
  code: [{ tag: 'code' }],
};
