/** The place of a page in a list of rows: rows after a cursor, or after the start of the list. */
export interface Place {
  readonly cursor?: string;
  readonly offset: number;
}

/** Rows of one block, which is one page of the list. */
export const BLOCK_ROWS = 100;

/** Rows that a page skips after a cursor at most, and so the rows from one mark to the next. */
const MAX_OFFSET = 1_000;

/** Rows that a page skips without a cursor before a mark is worth its price. */
const MAX_PLAIN_OFFSET = 2_000;

/** The known cursors of a list by the number of rows before them. All are at multiples of a block. */
export class Places {
  readonly #cursors = new Map<number, string>();

  /** Adds the cursor after which the row at `offset` comes. */
  learn(offset: number, cursor: string): void {
    this.#cursors.set(offset, cursor);
  }

  forget(): void {
    this.#cursors.clear();
  }

  /** Returns the quickest known place of a block's first row; undefined if it is far from every cursor. */
  find(row: number): Place | undefined {
    for (let offset = 0; offset <= MAX_OFFSET; offset += BLOCK_ROWS) {
      const cursor = this.#cursors.get(row - offset);
      if (cursor !== undefined) return { cursor, offset };
    }
    return row <= MAX_PLAIN_OFFSET ? { offset: row } : undefined;
  }
}
