import { Html, html } from '@space/web/html';
import { plainText } from '../blocks/plain-text.ts';
import { idOf, type RichNode } from '../blocks/rich-node.ts';
import { type InlineOptions, writeInline } from './write-inline.ts';

/** A block that shows a thing of the Space, such as `space:table/tbl_…`. */
export interface Embed {
  readonly href: string;
  readonly label: string;
  readonly block_id: string | null;
}

/** The settings of HTML. A caller fills what only it knows. */
export interface HtmlOptions extends InlineOptions {
  /** The level of headings of level 1, for texts below another heading; default 1. Headings of the lowest levels may be alike then. */
  readonly topHeading?: number;
  /** True if tables and code scroll by themselves; the keyboard can then reach them. */
  readonly isScrollable?: boolean;
  /** Returns the HTML of an embed, or undefined for its placeholder `<div data-embed="…">label</div>`. */
  readonly fillEmbed?: (embed: Embed) => Html | undefined;
}

/**
 * Returns the HTML of blocks. All text is escaped, links have safe schemes and give the page no reference, and there are no
 * scripts, styles and event attributes. A heading has the id of its block. `parseHtml` reads the same blocks again.
 */
export function writeHtml(blocks: readonly RichNode[], options: HtmlOptions = {}): Html {
  return joinHtml(blocks.map((block) => writeBlock(block, options)));
}

/** The attribute by which the keyboard reaches a part that scrolls. */
const SCROLLED = html` tabindex="0"`;

type BlockWriter = (block: RichNode, options: HtmlOptions) => Html;

const line: BlockWriter = ({ content }, options) => writeInline(content ?? [], options);
const inner: BlockWriter = ({ content }, options) => writeHtml(content ?? [], options);

const writers: Readonly<Record<string, BlockWriter>> = {
  paragraph: (block, options) => html`<p>${line(block, options)}</p>\n`,
  heading: writeHeading,
  bulletList: (block, options) => html`<ul>\n${inner(block, options)}</ul>\n`,
  orderedList: (block, options) => {
    const start = Number(block.attrs?.start ?? 1);
    return html`<ol${start === 1 ? '' : html` start="${start}"`}>\n${inner(block, options)}</ol>\n`;
  },
  listItem: writeItem,
  blockquote: (block, options) => html`<blockquote>\n${inner(block, options)}</blockquote>\n`,
  codeBlock: (block, { isScrollable }) => {
    const { language } = block.attrs ?? {};
    const name = language ? html` class="language-${String(language).replace(/\s+/g, '-')}"` : '';
    return html`<pre${isScrollable && SCROLLED}><code${name}>${(block.content ?? []).map((node) => node.text ?? '').join('')}\n</code></pre>\n`;
  },
  table: (block, options) => {
    const table = writeTable(block, options);
    return options.isScrollable ? html`<div class="scroll"${SCROLLED}>\n${table}</div>\n` : table;
  },
  horizontalRule: () => html`<hr>\n`,
  callout: (block, options) => html`<aside data-callout="${String(block.attrs?.kind ?? 'note')}">\n${inner(block, options)}</aside>\n`,
  details: (block, options) => html`<details${block.attrs?.open === true ? html` open` : ''}>\n${inner(block, options)}</details>\n`,
  detailsSummary: (block, options) => html`<summary>${line(block, options)}</summary>\n`,
  detailsContent: inner,
  embed: writeEmbed,
};

/** Returns the HTML of a block. A block of an unknown type leaves its content. */
function writeBlock(block: RichNode, options: HtmlOptions): Html {
  const write = writers[block.type];
  if (write) return write(block, options);
  return (block.content ?? []).some((node) => node.type === 'text') ? writers.paragraph!(block, options) : inner(block, options);
}

function writeHeading(block: RichNode, options: HtmlOptions): Html {
  const level = Math.max(1, Math.trunc(Number(block.attrs?.level ?? 1)) || 1) + (options.topHeading ?? 1) - 1;
  const tag = new Html(`h${Math.min(6, level)}`);
  const id = idOf(block);
  return html`<${tag}${id === undefined ? '' : html` id="${id}"`}>${line(block, options)}</${tag}>\n`;
}

/** Returns a list item. The line of a task is the label of its box. Items of one line have no paragraph around it. */
function writeItem(block: RichNode, options: HtmlOptions): Html {
  const { checked } = block.attrs ?? {};
  const [first, ...rest] = block.content ?? [];
  const isTask = typeof checked === 'boolean';
  const mark = isTask ? html` data-checked="${String(checked)}"` : '';
  const box = (name: string) =>
    isTask ? html`<input type="checkbox" disabled${checked ? html` checked` : ''}${name ? html` aria-label="${name}"` : ''}>` : '';
  if (first?.type !== 'paragraph') return html`<li${mark}>${box(plainText([block]).slice(0, 100))}\n${inner(block, options)}</li>\n`;
  const label = isTask ? html`<label>${box('')} ${line(first, options)}</label>` : line(first, options);
  const isShort = rest.every(({ type }) => type === 'bulletList' || type === 'orderedList');
  const start = isShort ? html`${label}${rest.length > 0 ? '\n' : ''}` : html`\n<p>${label}</p>\n`;
  return html`<li${mark}>${start}${writeHtml(rest, options)}</li>\n`;
}

function writeTable(block: RichNode, options: HtmlOptions): Html {
  const rows = block.content ?? [];
  const isHead = rows[0]?.content?.every((cell) => cell.type === 'tableHeader') === true;
  const [head, body] = isHead ? [rows.slice(0, 1), rows.slice(1)] : [[], rows];
  const part = (tag: string, some: readonly RichNode[]) =>
    some.length === 0 ? '' : html`<${new Html(tag)}>\n${some.map((row) => writeRow(row, options))}</${new Html(tag)}>\n`;
  return html`<table>\n${part('thead', head)}${part('tbody', body)}</table>\n`;
}

function writeRow(row: RichNode, options: HtmlOptions): Html {
  return html`<tr>${(row.content ?? []).map((cell) => writeCell(cell, options))}</tr>\n`;
}

function writeCell(cell: RichNode, options: HtmlOptions): Html {
  const tag = new Html(cell.type === 'tableHeader' ? 'th' : 'td');
  const { align, colspan, rowspan } = cell.attrs ?? {};
  const span = (name: string, value: unknown) => (Number(value) > 1 ? html` ${new Html(name)}="${Number(value)}"` : '');
  const [only, ...others] = cell.content ?? [];
  const content = only?.type === 'paragraph' && others.length === 0 ? line(only, options) : inner(cell, options);
  return html`<${tag}${align ? html` align="${String(align)}"` : ''}${span('colspan', colspan)}${span('rowspan', rowspan)}>${content}</${tag}>`;
}

function writeEmbed(block: RichNode, options: HtmlOptions): Html {
  const href = String(block.attrs?.href ?? '');
  const label = String(block.attrs?.label ?? '') || href;
  return options.fillEmbed?.({ href, label, block_id: idOf(block) ?? null }) ?? html`<div data-embed="${href}">${label}</div>\n`;
}

function joinHtml(parts: readonly Html[]): Html {
  return new Html(parts.map(({ text }) => text).join(''));
}
