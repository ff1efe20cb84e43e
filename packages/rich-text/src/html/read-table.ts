import { plainText } from '../blocks/plain-text.ts';
import type { RichNode } from '../blocks/rich-node.ts';
import { isTextBlock } from '../schema/index.ts';
import type { HtmlElement, HtmlNode } from './html-tree.ts';

/** Returns a table with its caption as a paragraph before it, or nothing for a table without cells. */
export function readTable(table: HtmlElement, readBlocks: (nodes: readonly HtmlNode[]) => RichNode[]): RichNode[] {
  const captions = table.children.filter((child) => typeof child !== 'string' && child.tag === 'caption');
  const rows = rowsOf(table)
    .map(cellsOf)
    .filter((cells) => cells.length > 0)
    .map((cells, index): RichNode => {
      return { type: 'tableRow', content: cells.map((cell) => readCell(cell, index === 0, readBlocks(cell.children))) };
    });
  return [...readBlocks(captions), ...(rows.length > 0 ? [{ type: 'table', content: rows }] : [])];
}

function rowsOf(element: HtmlElement): HtmlElement[] {
  return element.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    if (child.tag === 'tr') return [child];
    return ['thead', 'tbody', 'tfoot'].includes(child.tag) ? rowsOf(child) : [];
  });
}

function cellsOf(row: HtmlElement): HtmlElement[] {
  return row.children.flatMap((cell) => (typeof cell !== 'string' && (cell.tag === 'td' || cell.tag === 'th') ? [cell] : []));
}

/** Returns a cell. The first row is the head, as in Markdown. Blocks in a cell become paragraphs with their text. */
function readCell({ tag, attributes }: HtmlElement, isHead: boolean, blocks: readonly RichNode[]): RichNode {
  const paragraphs = blocks.flatMap(linesOf).filter(({ content }) => content!.length > 0);
  return {
    type: isHead || tag === 'th' ? 'tableHeader' : 'tableCell',
    attrs: {
      align: ['left', 'center', 'right'].find((side) => side === attributes.align) ?? null,
      ...spanOf('colspan', attributes.colspan, 100),
      ...spanOf('rowspan', attributes.rowspan, 1_000),
    },
    content: paragraphs.length > 0 ? paragraphs : [{ type: 'paragraph', content: [] }],
  };
}

function spanOf(name: string, value: string | undefined, most: number): Record<string, number> {
  const span = Number(value);
  return Number.isInteger(span) && span > 1 && span <= most ? { [name]: span } : {};
}

function linesOf(block: RichNode): RichNode[] {
  if (block.type === 'embed') {
    const href = String(block.attrs?.href);
    return [
      {
        type: 'paragraph',
        content: [{ type: 'text', text: String(block.attrs?.label ?? href), marks: [{ type: 'link', attrs: { href } }] }],
      },
    ];
  }
  if (block.type === 'codeBlock') {
    const text = plainText([block]).replace(/\s+/g, ' ').trim();
    return [{ type: 'paragraph', content: text === '' ? [] : [{ type: 'text', text, marks: [{ type: 'code' }] }] }];
  }
  if (!isTextBlock(block.type)) return (block.content ?? []).flatMap(linesOf);
  return [{ type: 'paragraph', content: block.content ?? [] }];
}
