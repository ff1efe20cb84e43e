import type { RichNode } from '../blocks/rich-node.ts';
import { checkSize } from '../document/check-size.ts';
import { calloutKinds, isTextBlock } from '../schema/index.ts';
import { firstElement, type HtmlElement, type HtmlNode, parseTree, textOf } from './html-tree.ts';
import { readInline } from './read-inline.ts';
import { readTable } from './read-table.ts';
import { sanitizeHtml } from './sanitize.ts';

/**
 * Returns the blocks of HTML, without ids. Elements without a form in documents leave their text; scripts, styles and
 * addresses of other schemes go. Throws a RichTextError: `too_large` above the limits of HTML and of documents, `invalid`
 * above 20 levels of nesting.
 */
export function parseHtml(html: string): RichNode[] {
  const blocks = readBlocks(parseTree(sanitizeHtml(html)));
  checkSize(blocks);
  return blocks;
}

type BlockReader = (element: HtmlElement) => RichNode[];

const heading: BlockReader = ({ tag, children }) => textBlocks({ type: 'heading', attrs: { level: Number(tag.slice(1)) } }, children);

/** The elements that are blocks. Those with other names are inline. */
const readers: Readonly<Record<string, BlockReader>> = {
  aside: ({ attributes, children }) => {
    const kind = calloutKinds.find((name) => name === attributes['data-callout']);
    return kind ? [{ type: 'callout', attrs: { kind }, content: filled(readBlocks(children)) }] : readBlocks(children);
  },
  blockquote: ({ children }) => [{ type: 'blockquote', content: filled(readBlocks(children)) }],
  details: readDetails,
  div: ({ attributes, children }) => {
    const href = attributes['data-embed'];
    if (!href?.startsWith('space:')) return readBlocks(children);
    const label = textOf(children).replace(/\s+/g, ' ').trim();
    return [{ type: 'embed', attrs: { href, label: label === '' || label === href ? null : label } }];
  },
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  hr: () => [{ type: 'horizontalRule' }],
  li: (element) => [{ type: 'bulletList', content: [readItem(element)] }],
  ol: (element) => list({ type: 'orderedList', attrs: { start: startOf(element.attributes.start) } }, element),
  p: ({ children }) => textBlocks({ type: 'paragraph' }, children),
  pre: readCode,
  table: (element) => readTable(element, readBlocks),
  ul: (element) => list({ type: 'bulletList' }, element),
};

/** The elements that end a line of text and have no node of their own. */
const containers = new Set(
  'address article caption center dd dl dt figcaption figure footer header main nav section summary tbody td tfoot th thead tr'.split(' '),
);

/** Returns the blocks of nodes. Inline nodes between blocks are paragraphs. */
function readBlocks(nodes: readonly HtmlNode[]): RichNode[] {
  const blocks: RichNode[] = [];
  let line: HtmlNode[] = [];
  const endLine = () => {
    const content = readInline(line);
    if (content.some((node) => node.type !== 'hardBreak')) blocks.push({ type: 'paragraph', content });
    line = [];
  };
  for (const node of nodes) {
    if (typeof node === 'string' || !holdsBlock(node)) {
      line.push(node);
      continue;
    }
    endLine();
    blocks.push(...(readers[node.tag]?.(node) ?? readBlocks(node.children)));
  }
  endLine();
  return blocks;
}

const holding = new WeakMap<HtmlElement, boolean>();

/** Returns true for a block, and for an inline element such as a link around blocks. */
function holdsBlock(element: HtmlElement): boolean {
  const known = holding.get(element);
  if (known !== undefined) return known;
  const holds =
    readers[element.tag] !== undefined ||
    containers.has(element.tag) ||
    element.children.some((child) => typeof child !== 'string' && holdsBlock(child));
  holding.set(element, holds);
  return holds;
}

/** Returns a block of text. Blocks in it, which HTML does not allow, come after it. */
function textBlocks(block: RichNode, children: readonly HtmlNode[]): RichNode[] {
  const [first, ...rest] = readBlocks(children);
  if (first === undefined) return [];
  if (first.type === 'paragraph') return [{ ...block, content: first.content ?? [] }, ...rest];
  return [first, ...rest];
}

function filled(blocks: readonly RichNode[]): readonly RichNode[] {
  return blocks.length > 0 ? blocks : [{ type: 'paragraph', content: [] }];
}

function list(node: RichNode, { children }: HtmlElement): RichNode[] {
  const items: RichNode[] = [];
  for (const child of children) {
    if (typeof child === 'string') {
      if (child.trim() !== '') items.push({ type: 'listItem', attrs: { checked: null }, content: readBlocks([child]) });
    } else if (child.tag === 'li') items.push(readItem(child));
    else {
      // Old editors put a list in a list without an item around it: it belongs to the item before it.
      const content = readBlocks([child]);
      const last = items.at(-1);
      if (last) items[items.length - 1] = { ...last, content: [...(last.content ?? []), ...content] };
      else if (content.length > 0) items.push({ type: 'listItem', attrs: { checked: null }, content });
    }
  }
  return items.length > 0 ? [{ ...node, content: items }] : [];
}

function readItem({ attributes, children }: HtmlElement): RichNode {
  const box = findBox(children);
  const mark = attributes['data-checked'];
  const checked = box ? box.attributes.checked !== undefined : mark === 'true' ? true : mark === 'false' ? false : null;
  return { type: 'listItem', attrs: { checked }, content: filled(readBlocks(children)) };
}

/** Returns the box of a task: the first element of an item, alone or in a label or paragraph. */
function findBox(children: readonly HtmlNode[]): HtmlElement | undefined {
  const first = firstElement(children);
  if (first?.tag === 'input') return first.attributes.type === 'checkbox' ? first : undefined;
  return first?.tag === 'p' || first?.tag === 'span' ? findBox(first.children) : undefined;
}

function startOf(value: string | undefined): number {
  const start = Number(value ?? 1);
  return Number.isInteger(start) && start >= 0 && start <= 999_999_999 ? start : 1;
}

function readCode({ attributes, children }: HtmlElement): RichNode[] {
  const code = firstElement(children);
  const classes = `${attributes.class ?? ''} ${code?.tag === 'code' ? (code.attributes.class ?? '') : ''}`;
  const language = /(?:^|\s)language-(\S+)/.exec(classes)?.[1]?.slice(0, 100) ?? null;
  // The line end after the tag `pre` is no part of the text, and code of other writers ends with one more.
  const start = typeof children[0] === 'string' ? /^\n?/ : /^/;
  const text = textOf(children).replace(start, '').replace(/\n$/, '');
  return [{ type: 'codeBlock', attrs: { language, meta: null }, content: text === '' ? [] : [{ type: 'text', text }] }];
}

function readDetails({ attributes, children }: HtmlElement): RichNode[] {
  const summary = children.find((child) => typeof child !== 'string' && child.tag === 'summary');
  const line =
    summary === undefined ? [] : readBlocks([summary]).flatMap((block) => (isTextBlock(block.type) ? (block.content ?? []) : []));
  const content = filled(readBlocks(children.filter((child) => child !== summary)));
  return [
    {
      type: 'details',
      ...(attributes.open === undefined ? {} : { attrs: { open: true } }),
      content: [
        { type: 'detailsSummary', content: line },
        { type: 'detailsContent', content },
      ],
    },
  ];
}
