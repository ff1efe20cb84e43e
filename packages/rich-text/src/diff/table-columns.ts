import type * as Y from 'yjs';
import { plainText } from '../blocks/plain-text.ts';
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
      const keys = rows.map((row) => elementsIn(row).map((cell) => this.#keyOf(cell)));
      if (keys.some((row) => row.includes(undefined) || new Set(row).size !== row.length)) continue;
      const known = keys as readonly (readonly string[])[];
      const order = mergeOrders(known);
      if (!order || known.every((row) => row.length === order.length)) continue;
      this.#fillTable(doc, rows, order);
    }
  }

  #fillTable(doc: Y.Doc, rows: readonly Y.XmlElement[], order: readonly string[]): void {
    const gone = new Set(order.filter((key) => this.#isGone(doc, key, rows)));
    for (const row of rows) {
      const cells = new Map(elementsIn(row).map((cell) => [this.#keyOf(cell)!, cell]));
      const type = elementsIn(row)[0]!.nodeName;
      let place = 0;
      for (const key of order) {
        const cell = cells.get(key);
        if (cell && gone.has(key)) row.delete(indexOf(row, cell));
        else if (cell) place = indexOf(row, cell) + 1;
        else if (!gone.has(key)) {
          insertNodes(row, place, [{ type, content: [{ type: 'paragraph' }] }]);
          place += 1;
        }
      }
    }
  }

  /** Returns true for a column that a writer deleted and whose cells in other rows are empty. */
  #isGone(doc: Y.Doc, key: string, rows: readonly Y.XmlElement[]): boolean {
    const isDeleted = [...this.#cells].some(
      ([name, { id, row }]) => this.#root(name) === key && itemAt(doc, id) === undefined && itemAt(doc, row) !== undefined,
    );
    if (!isDeleted) return false;
    return rows.every((row) => elementsIn(row).every((cell) => this.#keyOf(cell) !== key || plainText([readElement(cell)]).trim() === ''));
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

/** Returns all keys in an order that each row follows, or undefined if there is none. */
function mergeOrders(rows: readonly (readonly string[])[]): string[] | undefined {
  const order = [...(rows.toSorted((left, right) => right.length - left.length)[0] ?? [])];
  for (const row of rows) {
    let place = 0;
    for (const key of row) {
      const found = order.indexOf(key);
      if (found !== -1 && found < place) return undefined;
      if (found === -1) order.splice(place, 0, key);
      place = (found === -1 ? place : found) + 1;
    }
  }
  return order;
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
