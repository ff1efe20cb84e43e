import type * as Y from 'yjs';
import type { RichNode } from '../blocks/rich-node.ts';
import { readChildren, type SourceOf } from '../document/read-blocks.ts';
import { insertNodes } from '../document/write-blocks.ts';
import { indexOf, isElement } from '../document/yjs-node.ts';
import { alignBlocks } from './align-blocks.ts';
import { emptyNode } from './empty-node.ts';
import type { ChangePlan, MatchMode } from './plan.ts';

/** Makes a cell in Yjs like another one. */
type MakeCellLike = (element: Y.XmlElement, cell: RichNode, wants: RichNode) => void;

/** Makes a table in Yjs like another one. Rows are aligned like blocks, columns by their words. */
export function makeTableLike(table: Y.XmlElement, target: RichNode, plan: ChangePlan, makeCellLike: MakeCellLike): void {
  const sources: SourceOf = new Map();
  const rows = readChildren(table, sources).filter((node) => sources.has(node));
  const wanted = target.content ?? [];
  const columns = alignColumns(rows, wanted, plan.mode);
  const isReshaped = columns.some((column) => column !== 'both');
  let place = 0;
  for (const step of alignBlocks(rows, wanted, plan.mode)) {
    if (step.kind === 'insert') {
      insertNodes(table, place, [wanted[step.target]!]);
      place += 1;
      continue;
    }
    const row = sources.get(rows[step.old]!)!;
    place = indexOf(table, row) + 1;
    if (step.kind === 'delete') emptyNode(row, plan);
    if (step.kind === 'change' || (step.kind === 'keep' && isReshaped)) makeRowLike(row, wanted[step.target]!, columns, plan, makeCellLike);
  }
}

/** The columns of two tables in order: in both, only in the old one or only in the new one. */
type ColumnStep = 'both' | 'old' | 'new';

/** Returns the steps between the columns of two tables: columns with common words are the same column. */
function alignColumns(old: readonly RichNode[], target: readonly RichNode[], mode: MatchMode): ColumnStep[] {
  const steps = alignBlocks(columnsOf(old), columnsOf(target), mode).map(
    ({ kind }): ColumnStep => (kind === 'delete' ? 'old' : kind === 'insert' ? 'new' : 'both'),
  );
  return pairNeighbours(steps);
}

/** Returns a node for each column of rows, with the cells of the column in it. */
function columnsOf(rows: readonly RichNode[]): RichNode[] {
  return (rows[0]?.content ?? []).map((_, column) => ({
    type: 'tableColumn',
    content: rows.flatMap((row) => row.content?.[column] ?? []),
  }));
}

/** Joins a column that went and one that came at the same place: it is a column with another name. */
function pairNeighbours(steps: readonly ColumnStep[]): ColumnStep[] {
  const joined: ColumnStep[] = [];
  for (let start = 0; start < steps.length; ) {
    let end = start;
    while (end < steps.length && steps[end] !== 'both') end += 1;
    const gap = steps.slice(start, end);
    const [gone, came] = [gap.filter((step) => step === 'old').length, gap.filter((step) => step === 'new').length];
    const both = Math.min(gone, came);
    joined.push(...fill('both', both), ...fill('old', gone - both), ...fill('new', came - both));
    if (end < steps.length) joined.push('both');
    start = end + 1;
  }
  return joined;
}

function fill(step: ColumnStep, length: number): ColumnStep[] {
  return new Array<ColumnStep>(length).fill(step);
}

function makeRowLike(
  row: Y.XmlElement,
  target: RichNode,
  columns: readonly ColumnStep[],
  plan: ChangePlan,
  makeCellLike: MakeCellLike,
): void {
  const sources: SourceOf = new Map();
  const cells = readChildren(row, sources).filter((node) => sources.has(node));
  const wanted = target.content ?? [];
  const table = row.parent && isElement(row.parent) ? keyOfType(row.parent) : '';
  let [old, next, place] = [0, 0, 0];
  for (const column of [...columns, ...fill('old', Math.max(0, cells.length - count(columns, 'new'))), ...fill('new', wanted.length)]) {
    const cell = column === 'new' ? undefined : cells[old];
    const wants = column === 'old' ? undefined : wanted[next];
    if (column !== 'new') old += 1;
    if (column !== 'old') next += 1;
    if (cell && wants) {
      const element = sources.get(cell)!;
      place = indexOf(row, element) + 1;
      makeCellLike(element, cell, { ...wants, content: linesOfCell(cell, wants) });
    } else if (cell && column === 'old') {
      place = indexOf(row, sources.get(cell)!) + 1;
      emptyNode(sources.get(cell)!, plan, `${table}:${old}`);
    } else if (wants) {
      insertNodes(row, place, [wants]);
      place += 1;
    }
  }
}

function count(columns: readonly ColumnStep[], other: ColumnStep): number {
  return columns.filter((column) => column !== other).length;
}

/** Returns the paragraphs of a cell. Markdown has one line for them, so a cell of several paragraphs is cut at its breaks. */
function linesOfCell(cell: RichNode, target: RichNode): readonly RichNode[] {
  const [only, ...others] = target.content ?? [];
  if ((cell.content?.length ?? 0) < 2 || !only || others.length > 0) return target.content ?? [];
  const lines: RichNode[][] = [[]];
  for (const node of only.content ?? []) {
    if (node.type === 'hardBreak') lines.push([]);
    else lines.at(-1)!.push(node);
  }
  return lines.map((content) => ({ type: 'paragraph', content }));
}

function keyOfType(element: Y.XmlElement): string {
  const id = element._item?.id;
  return id ? `${id.client}:${id.clock}` : '';
}
