import type * as Y from 'yjs';
import { plainText } from '../blocks/plain-text.ts';
import { type RichNode, withoutIds } from '../blocks/rich-node.ts';
import { walkElements } from '../document/block-ids.ts';
import { readElement } from '../document/read-blocks.ts';
import { insertNodes } from '../document/write-blocks.ts';
import { childrenOf, indexOf, isElement, parentOf } from '../document/yjs-node.ts';
import { FRAGMENT_NAME } from '../schema/index.ts';
import { itemAt } from './yjs-place.ts';

/** A cell that some copy of the document had, with the row that held it. */
interface KnownCell {
  readonly id: Y.ID;
  readonly row: Y.ID;
}

/**
 * The columns of the tables of several copies of a document. Two cells are in one column if they have the same index in
 * some copy. So a row that one writer added and a column that another one added find each other.
 */
export class TableColumns {
  readonly #parents = new Map<string, string>();
  readonly #cells = new Map<string, KnownCell>();

  /** Notes the columns of a copy, without cells and rows that are to be deleted from it. Tables with joined cells are left out. */
  add(doc: Y.Doc, leaving: ReadonlySet<Y.XmlElement> = new Set()): void {
    for (const table of tablesOf(doc)) {
      const rows = elementsIn(table)
        .filter((row) => !leaving.has(row))
        .map((row) => elementsIn(row).filter((cell) => !leaving.has(cell)));
      if (rows.some((row) => row.length !== rows[0]!.length || row.some(isJoined))) continue;
      for (const row of rows) for (const [column, cell] of row.entries()) this.join(cell, rows[0]![column]!);
    }
  }

  /** Notes that two cells are in one column. */
  join(left: Y.XmlElement, right: Y.XmlElement): void {
    this.#parents.set(this.#root(this.#note(left)), this.#root(this.#note(right)));
  }

  /** Gives each row of the tables of a document a cell for each column. Tables with cells of unknown columns stay as they are. */
  fill(doc: Y.Doc): void {
    for (const table of tablesOf(doc)) {
      const rows = elementsIn(table).filter((row) => elementsIn(row).length > 0);
      for (const row of rows) this.#joinDoubles(row);
      const keys = rows.map((row) => elementsIn(row).map((cell) => this.#keyOf(cell)));
      if (keys.some((row) => row.includes(undefined))) continue;
      const known = keys as readonly (readonly string[])[];
      const order = mergeOrders(known);
      if (known.some((row) => row.length !== order.length || row.some((key, index) => key !== order[index])))
        this.#fillTable(doc, rows, order);
    }
  }

  /** Makes one cell of the cells of a row that are in one column: a cell that came back and the one that took its place. */
  #joinDoubles(row: Y.XmlElement): void {
    const first = new Map<string, Y.XmlElement>();
    for (const cell of elementsIn(row)) {
      const key = this.#keyOf(cell);
      const other = key === undefined ? undefined : first.get(key);
      if (key !== undefined && other === undefined) first.set(key, cell);
      if (key === undefined || other === undefined) continue;
      const node = readElement(cell);
      if (isBlank(readElement(other))) {
        row.delete(indexOf(row, other));
        first.set(key, cell);
        continue;
      }
      if (!isBlank(node)) insertNodes(other, other.length, (node.content ?? []).map(withoutIds));
      row.delete(indexOf(row, cell));
    }
  }

  #fillTable(doc: Y.Doc, rows: readonly Y.XmlElement[], order: readonly string[]): void {
    const gone = new Set(order.filter((key) => this.#isGone(doc, key, rows)));
    for (const row of rows) {
      const type = elementsIn(row)[0]!.nodeName;
      const moved = this.#takeMisplaced(row, order);
      const cells = new Map(elementsIn(row).map((cell) => [this.#keyOf(cell)!, cell]));
      let place = 0;
      for (const key of order) {
        const cell = cells.get(key);
        if (cell && gone.has(key)) row.delete(indexOf(row, cell));
        else if (cell) place = indexOf(row, cell) + 1;
        else if (!gone.has(key)) {
          insertNodes(row, place, [moved.get(key) ?? { type, content: [{ type: 'paragraph' }] }]);
          place += 1;
        }
      }
    }
  }

  /** Deletes the cells of a row that are not in the order of the columns, and returns them. Cells with words rather stay. */
  #takeMisplaced(row: Y.XmlElement, order: readonly string[]): Map<string, RichNode> {
    const cells = elementsIn(row).map((cell) => ({ cell, key: this.#keyOf(cell)!, node: readElement(cell) }));
    const staying = heaviestRising(
      cells.map(({ key, node }) => ({ rank: order.indexOf(key), weight: isBlank(node) ? 1 : cells.length + 1 })),
    );
    const moved = new Map<string, RichNode>();
    for (const [index, { cell, key, node }] of cells.entries()) {
      if (staying.has(index)) continue;
      moved.set(key, node);
      row.delete(indexOf(row, cell));
    }
    return moved;
  }

  /** Returns true for a column that a writer deleted and whose cells in other rows are empty. */
  #isGone(doc: Y.Doc, key: string, rows: readonly Y.XmlElement[]): boolean {
    const isDeleted = [...this.#cells].some(
      ([name, { id, row }]) => this.#root(name) === key && itemAt(doc, id) === undefined && itemAt(doc, row) !== undefined,
    );
    if (!isDeleted) return false;
    return rows.every((row) => elementsIn(row).every((cell) => this.#keyOf(cell) !== key || isBlank(readElement(cell))));
  }

  #note(cell: Y.XmlElement): string {
    const name = nameOf(cell);
    if (!this.#parents.has(name)) this.#parents.set(name, name);
    this.#cells.set(name, { id: cell._item!.id, row: parentOf(cell)!._item!.id });
    return name;
  }

  #keyOf(cell: Y.XmlElement): string | undefined {
    const name = nameOf(cell);
    return this.#parents.has(name) && !isJoined(cell) ? this.#root(name) : undefined;
  }

  #root(name: string): string {
    let root = name;
    for (let parent = this.#parents.get(root)!; parent !== root; parent = this.#parents.get(root)!) root = parent;
    this.#parents.set(name, root);
    return root;
  }
}

/** Returns all keys in the order of the longest row, each key that only other rows have after the one before it there. */
function mergeOrders(rows: readonly (readonly string[])[]): string[] {
  const order = [...(rows.toSorted((left, right) => right.length - left.length)[0] ?? [])];
  for (const row of rows) {
    let place = 0;
    for (const key of row) {
      const found = order.indexOf(key);
      if (found === -1) order.splice(place, 0, key);
      place = found === -1 ? place + 1 : Math.max(place, found + 1);
    }
  }
  return order;
}

/** Returns the indexes of the items with rising ranks that have the highest sum of weights. */
function heaviestRising(items: readonly { readonly rank: number; readonly weight: number }[]): ReadonlySet<number> {
  const best: { readonly sum: number; readonly indexes: readonly number[] }[] = [];
  for (const [index, { rank, weight }] of items.entries()) {
    const before = best.filter((_, other) => items[other]!.rank < rank).reduce(heavier, { sum: 0, indexes: [] });
    best.push({ sum: before.sum + weight, indexes: [...before.indexes, index] });
  }
  return new Set(best.reduce(heavier, { sum: 0, indexes: [] }).indexes);
}

function heavier<Chain extends { readonly sum: number }>(left: Chain, right: Chain): Chain {
  return right.sum > left.sum ? right : left;
}

function isBlank(cell: RichNode): boolean {
  return plainText([cell]).trim() === '';
}

function* tablesOf(doc: Y.Doc): Generator<Y.XmlElement> {
  for (const element of walkElements(doc.getXmlFragment(FRAGMENT_NAME))) if (element.nodeName === 'table') yield element;
}

function elementsIn(parent: Y.XmlElement): Y.XmlElement[] {
  return childrenOf(parent).flatMap(({ child }) => (isElement(child) ? [child] : []));
}

function isJoined(cell: Y.XmlElement): boolean {
  return ['colspan', 'rowspan'].some((name) => Number(cell.getAttribute(name) ?? 1) > 1);
}

function nameOf(cell: Y.XmlElement): string {
  const { client, clock } = cell._item!.id;
  return `${client}:${clock}`;
}
