import type { AlignType, ListItem, Paragraph, PhrasingContent, RootContent, TableCell, TableRow } from 'mdast';
import { idOf, type RichNode } from '../blocks/rich-node.ts';
import { documentSchema } from '../schema/index.ts';
import { addressOfBlock } from './embed.ts';
import { details, raw } from './mdast-nodes.ts';
import { toPhrasing } from './to-phrasing.ts';

/** Returns blocks as mdast. An empty paragraph has no Markdown, so it is left out. */
export function toMdast(blocks: readonly RichNode[]): RootContent[] {
  return blocks.flatMap((block) => writers[block.type]?.(block) ?? unknownBlock(block));
}

const writers: Readonly<Record<string, (block: RichNode) => RootContent[]>> = {
  paragraph: (block) => (isEmpty(block) ? [] : [paragraph(toPhrasing(block.content ?? [], 'paragraph'))]),
  heading: (block) => [
    { type: 'heading', depth: Number(block.attrs?.level ?? 1) as 1, children: toPhrasing(block.content ?? [], 'one_line') },
  ],
  bulletList: (block) => [{ type: 'list', ordered: false, spread: false, children: items(block) }],
  orderedList: (block) => [{ type: 'list', ordered: true, start: Number(block.attrs?.start ?? 1), spread: false, children: items(block) }],
  listItem: (block) => [{ type: 'list', ordered: false, spread: false, children: [listItem(block)] }],
  blockquote: (block) => [{ type: 'blockquote', children: toMdast(block.content ?? []) as never }],
  callout: (block) => [{ type: 'blockquote', children: calloutContent(block) as never }],
  codeBlock: (block) => [
    {
      type: 'code',
      lang: block.attrs?.language ? String(block.attrs.language) : null,
      meta: block.attrs?.meta ? String(block.attrs.meta) : null,
      value: plain(block),
    },
  ],
  table: (block) => table(block.content ?? []),
  tableRow: (block) => table([block]),
  horizontalRule: () => [{ type: 'thematicBreak' }],
  details: (block) => {
    const child = (type: string) => block.content?.find((node) => node.type === type)?.content ?? [];
    return [details(toPhrasing(child('detailsSummary'), 'one_line'), toMdast(child('detailsContent')))];
  },
  embed: (block) => {
    const href = String(block.attrs?.href ?? '');
    return href === '' ? [] : [link(href, String(block.attrs?.label ?? '').replace(/\s+/g, ' ') || href)];
  },
};

function items(list: RichNode): ListItem[] {
  return (list.content ?? []).filter((node) => node.type === 'listItem').map(listItem);
}

function listItem(block: RichNode): ListItem {
  const checked = block.attrs?.checked;
  const content = typeof checked === 'boolean' ? withBox(block, checked) : toMdast(block.content ?? []);
  return { type: 'listItem', spread: content.some((node, index) => index > 0 && node.type !== 'list'), children: content as never };
}

function withBox(block: RichNode, checked: boolean): RootContent[] {
  const box = checked ? '[x]' : '[ ]';
  const [first, ...rest] = block.content ?? [];
  if (first?.type !== 'paragraph') return [paragraph([raw(box)]), ...toMdast(block.content ?? [])];
  return [paragraph(isEmpty(first) ? [raw(box)] : [raw(`${box} `), ...toPhrasing(first.content ?? [], 'paragraph')]), ...toMdast(rest)];
}

function calloutContent(block: RichNode): RootContent[] {
  const marker = `[!${String(block.attrs?.kind ?? 'note').toUpperCase()}]`;
  const [first, ...rest] = block.content ?? [];
  if (first?.type !== 'paragraph' || isEmpty(first)) return [paragraph([raw(marker)]), ...toMdast(block.content ?? [])];
  return [paragraph([raw(`${marker}\n`), ...toPhrasing(first.content ?? [], 'paragraph')]), ...toMdast(rest)];
}

function table(rows: readonly RichNode[]): RootContent[] {
  const head = rows[0]?.content ?? [];
  const columns = Math.max(0, ...rows.map((row) => row.content?.length ?? 0));
  if (columns === 0) return [];
  const align = Array.from({ length: columns }, (_, column) => (head[column]?.attrs?.align ?? null) as AlignType);
  return [{ type: 'table', align, children: rows.map((row) => tableRow(row, columns)) }];
}

function tableRow(row: RichNode, columns: number): TableRow {
  const cells = (row.content ?? []).map((cell): TableCell => ({ type: 'tableCell', children: cellContent(cell) }));
  while (cells.length < columns) cells.push({ type: 'tableCell', children: [] });
  return { type: 'tableRow', children: cells };
}

/** Returns the paragraphs of a cell as one line, with a break between them. */
function cellContent(cell: RichNode): PhrasingContent[] {
  const content = (cell.content ?? []).flatMap((block, index) => [...(index > 0 ? [{ type: 'hardBreak' }] : []), ...(block.content ?? [])]);
  return toPhrasing(content, 'one_line');
}

function unknownBlock(block: RichNode): RootContent[] {
  const id = idOf(block);
  const isKnown = documentSchema.nodes[block.type] !== undefined;
  return id === undefined || isKnown ? [] : [link(addressOfBlock(id), block.type)];
}

function link(url: string, label: string): Paragraph {
  return paragraph([{ type: 'link', url, children: [{ type: 'text', value: label }] }]);
}

function paragraph(children: PhrasingContent[]): Paragraph {
  return { type: 'paragraph', children };
}

function isEmpty(block: RichNode): boolean {
  return (block.content ?? []).every((node) => node.type === 'text' && node.text === '');
}

function plain(block: RichNode): string {
  return (block.content ?? []).map((node) => node.text ?? '').join('');
}
