import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as Y from 'yjs';
import { plainText } from '../blocks/plain-text.ts';
import type { RichNode } from '../blocks/rich-node.ts';
import { walkElements } from '../document/block-ids.ts';
import { createDocument, loadDocument } from '../document/load-document.ts';
import { readBlocks } from '../document/read-blocks.ts';
import { parseMarkdown } from '../markdown/parse-markdown.ts';
import { documentSchema, FRAGMENT_NAME } from '../schema/index.ts';
import { applyEdits } from './apply-edits.ts';

let last = 0;
const newBlockId = () => {
  last += 1;
  return `blk_${last}`;
};

/** A token is a word that occurs nowhere else, so that it can be counted. */
const newToken = () => {
  last += 1;
  return `tok${last}x`;
};

/** A table: rows of cells of tokens. The first row is the head. */
type Grid = readonly (readonly (readonly string[])[])[];

const shape = fc.record({ rows: fc.integer({ min: 2, max: 5 }), columns: fc.integer({ min: 1, max: 4 }) });
const kinds = ['word', 'word', 'drop', 'addRow', 'deleteRow', 'addColumn', 'deleteColumn'] as const;
const acts = fc.array(fc.record({ kind: fc.constantFrom(...kinds), row: fc.nat(), column: fc.nat() }), { minLength: 1, maxLength: 5 });
type Acts = readonly { readonly kind: (typeof kinds)[number]; readonly row: number; readonly column: number }[];

const newGrid = ({ rows, columns }: { rows: number; columns: number }): Grid =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, () => [newToken(), newToken()]));

function toMarkdown(grid: Grid): string {
  const lines = grid.map((row) => `| ${row.map((cell) => cell.join(' ')).join(' | ')} |`);
  return [lines[0], `|${' - |'.repeat(grid[0]!.length)}`, ...lines.slice(1)].join('\n');
}

function agentEdits(grid: Grid, plan: Acts): Grid {
  const rows = grid.map((row) => row.map((cell) => [...cell]));
  for (const { kind, row, column } of plan) {
    const width = rows[0]!.length;
    const body = 1 + (row % Math.max(1, rows.length - 1));
    const cell = rows[row % rows.length]![column % width]!;
    if (kind === 'word') cell.splice(column % (cell.length + 1), 0, newToken());
    else if (kind === 'drop' && cell.length > 1) cell.splice(column % cell.length, 1);
    else if (kind === 'addRow')
      rows.splice(
        body,
        0,
        Array.from({ length: width }, () => [newToken()]),
      );
    else if (kind === 'deleteRow' && rows.length > 2) rows.splice(body, 1);
    else if (kind === 'addColumn') for (const cells of rows) cells.splice(column % (width + 1), 0, [newToken()]);
    else if (kind === 'deleteColumn' && width > 1) for (const cells of rows) cells.splice(column % width, 1);
  }
  return rows;
}

/** Types new tokens at the ends of random cells and returns them. */
function type(doc: Y.Doc, plan: Acts): string[] {
  return plan.map(({ row, column }) => {
    const runs = [...walkElements(doc.getXmlFragment(FRAGMENT_NAME))].flatMap((element) =>
      (element.toArray() as unknown[]).filter((child) => child instanceof Y.XmlText),
    );
    const run = runs[row % runs.length]!;
    const typed = newToken();
    if (column % 2) run.insert(run.length, ` ${typed}`);
    else run.insert(0, `${typed} `);
    return typed;
  });
}

const tokensOf = (grid: Grid) => new Set(grid.flat(2));
const countIn = (text: string, token: string) => text.split(token).length - 1;
const widthsOf = (blocks: readonly RichNode[]) =>
  blocks.filter((block) => block.type === 'table').map((table) => [...new Set(table.content!.map((row) => row.content!.length))].length);

describe('a table that several writers change', () => {
  it('is exactly what was sent when no one else writes', () => {
    fc.assert(
      fc.property(shape, acts, (size, plan) => {
        const base = newGrid(size);
        const state = createDocument(parseMarkdown(toMarkdown(base)), newBlockId);
        const markdown = toMarkdown(agentEdits(base, plan));
        const { blocks } = applyEdits(state, [{ op: 'replace_all', markdown }], { base: state, newBlockId });
        expect(plainText(blocks)).toBe(plainText(parseMarkdown(markdown)));
        expect(widthsOf(blocks)).toEqual([1]);
      }),
      { numRuns: 300 },
    );
  });

  it('has every inserted word once, no deleted word, and rows of one width', () => {
    fc.assert(
      fc.property(shape, acts, acts, acts, (size, first, second, typing) => {
        const base = newGrid(size);
        const state = createDocument(parseMarkdown(toMarkdown(base)), newBlockId);
        const [mine, theirs] = [agentEdits(base, first), agentEdits(base, second)];
        const now = loadDocument(state);
        const typed = type(now, typing);
        for (const grid of [mine, theirs]) {
          const edit = { op: 'replace_all', markdown: toMarkdown(grid) } as const;
          const { update } = applyEdits(Y.encodeStateAsUpdate(now), [edit], { base: state, newBlockId });
          if (update) Y.applyUpdate(now, update);
        }
        const blocks = readBlocks(now);
        documentSchema.nodeFromJSON({ type: 'doc', content: blocks }).check();
        const text = plainText(blocks);
        const [had, has, have] = [tokensOf(base), tokensOf(mine), tokensOf(theirs)];
        for (const token of [...typed, ...[...has, ...have].filter((token) => !had.has(token))])
          expect([token, countIn(text, token)]).toEqual([token, 1]);
        for (const token of had) expect([token, countIn(text, token)]).toEqual([token, has.has(token) && have.has(token) ? 1 : 0]);
        expect(widthsOf(blocks).every((widths) => widths === 1)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
