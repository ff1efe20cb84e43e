import { BLOCK_ROWS, type Place, Places } from './places.ts';

/** Blocks that stay in memory. */
const MAX_BLOCKS = 80;

/** Milliseconds for which marks are used after rows changed: they can be a few rows off, and new ones cost a read of the whole list. */
const MARKS_MS = 10_000;

/** Rows that one read after a change asks for one by one, to find out if they were deleted. */
const MAX_MISSING = 20;

/** A row of a grid. */
export interface GridRow {
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Cursors of a list, and the version for which they hold. */
export interface Marks {
  readonly version: string | null;
  readonly is_unchanged: boolean;
  readonly marks: readonly { readonly offset: number; readonly cursor: string }[];
}

/** The reads of one list of rows with its filters and order. */
export interface RowSource<Row extends GridRow> {
  readonly page: (place: Place, signal: AbortSignal) => Promise<{ readonly data: readonly Row[]; readonly next_cursor: string | null }>;
  readonly marks: (known_version: string | undefined) => Promise<Marks>;
  readonly isDeleted: (id: string) => Promise<boolean>;
}

interface Block<Row> {
  rows: readonly Row[];
  isStale: boolean;
  loading?: AbortController | undefined;
  error?: unknown;
}

/**
 * The rows of a list of any length, read in blocks of 100. `want` names the rows on the screen: their blocks are read, and reads of others
 * are aborted. A jump far from every known cursor first reads the marks of the list. Rows that are being written keep their new cells when
 * an older answer arrives. A row on the screen that was deleted meanwhile stays in its place and is marked until it is scrolled away.
 */
export class RowBlocks<Row extends GridRow> {
  readonly #source: RowSource<Row>;
  readonly #blocks = new Map<number, Block<Row>>();
  readonly #near = new Places();
  readonly #listeners = new Set<() => void>();
  readonly #written = new Map<string, Readonly<Record<string, unknown>>>();
  #marked: { readonly places: Places; readonly version: string | null; readonly at: number } | undefined;
  #marking: Promise<void> | undefined;
  #areMarksStale = false;
  #shown = { first: 0, last: -1 };
  #deleted: ReadonlySet<string> = new Set();
  /** Counts the changes; a new number means that a row may be another one. */
  version = 0;
  /** The number of rows, once the last block was read. */
  end: number | undefined;
  /** A number of rows that the list has at least. */
  least = 0;

  constructor(source: RowSource<Row>) {
    this.#source = source;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): number => this.version;

  /** Returns the row at a place, or undefined if it is not read yet. */
  rowAt(index: number): Row | undefined {
    return this.#blocks.get(Math.floor(index / BLOCK_ROWS))?.rows[index % BLOCK_ROWS];
  }

  /** Returns why rows on the screen cannot be read; undefined if they can. */
  get failure(): unknown {
    const { first, last } = this.#shown;
    return [first, last].map((index) => this.#blocks.get(Math.floor(index / BLOCK_ROWS))?.error).find((error) => error !== undefined);
  }

  /** Returns true if a row was deleted while it was on the screen. */
  isDeleted = (id: string): boolean => this.#deleted.has(id);

  /** Reads the blocks of the rows on the screen that are missing, stale or failed, and aborts the reads of others. */
  want(first: number, last: number): void {
    this.#shown = { first, last };
    const [from, to] = [Math.floor(first / BLOCK_ROWS), Math.floor(Math.max(last, 0) / BLOCK_ROWS)];
    for (const [number, block] of this.#blocks) if (number < from || number > to) this.#leave(number, block);
    for (let number = from; number <= to; number += 1) {
      const block = this.#blocks.get(number) ?? { rows: [], isStale: true };
      this.#blocks.delete(number);
      this.#blocks.set(number, block);
      if (block.isStale && !block.loading) void this.#load(number, block);
    }
    for (const number of this.#blocks.keys()) {
      if (this.#blocks.size <= MAX_BLOCKS) break;
      this.#blocks.delete(number);
    }
  }

  /** Reads the blocks on the screen again, and every other one when it comes to the screen. */
  markStale(): void {
    this.#near.forget();
    this.#areMarksStale = true;
    this.end = undefined;
    for (const block of this.#blocks.values()) {
      block.loading?.abort();
      block.loading = undefined;
      block.isStale = true;
    }
    this.want(this.#shown.first, this.#shown.last);
  }

  /** Shows new cells of a row while they are being written. */
  write(id: string, cells: Readonly<Record<string, unknown>>): void {
    this.#written.set(id, { ...this.#written.get(id), ...cells });
    this.#replace(id, (row) => ({ ...row, data: { ...row.data, ...cells } }));
  }

  /** Ends the writing of a row: it becomes the answer, or what it was before. */
  finish(id: string, row: Row | undefined): void {
    this.#written.delete(id);
    if (row) this.#replace(id, () => row);
  }

  /** Stops the reads. */
  close(): void {
    for (const { loading } of this.#blocks.values()) loading?.abort();
  }

  #leave(number: number, block: Block<Row>): void {
    block.loading?.abort();
    block.loading = undefined;
    if (block.rows.length === 0) this.#blocks.delete(number);
  }

  async #load(number: number, block: Block<Row>): Promise<void> {
    const loading = new AbortController();
    block.loading = loading;
    block.error = undefined;
    const first = number * BLOCK_ROWS;
    try {
      const place = this.#near.find(first) ?? (await this.#farPlace(first));
      loading.signal.throwIfAborted();
      const { data, next_cursor } = await this.#source.page(place, loading.signal);
      const rows = await this.#withDeleted(first, block.rows, data.map(this.#asWritten));
      loading.signal.throwIfAborted();
      Object.assign(block, { rows, isStale: false });
      this.least = Math.max(this.least, first + data.length + (next_cursor === null ? 0 : BLOCK_ROWS));
      if (next_cursor !== null) this.#near.learn(first + BLOCK_ROWS, next_cursor);
      else if (data.length > 0 || first === 0) this.end = first + rows.length;
    } catch (error) {
      if (loading.signal.aborted) return;
      block.error = error;
    }
    block.loading = undefined;
    this.#changed();
  }

  readonly #asWritten = (row: Row): Row => {
    const cells = this.#written.get(row.id);
    return cells ? { ...row, data: { ...row.data, ...cells } } : row;
  };

  async #farPlace(row: number): Promise<Place> {
    if (!this.#marked || (this.#areMarksStale && Date.now() - this.#marked.at > MARKS_MS)) {
      this.#marking ??= this.#readMarks().finally(() => {
        this.#marking = undefined;
      });
      await this.#marking;
    }
    return this.#marked?.places.find(row) ?? { offset: row };
  }

  /** Returns rows from `first` to `last`; those that are not in memory are read. Rejects when a read fails. */
  async collect(first: number, last: number): Promise<readonly Row[]> {
    const rows: Row[] = [];
    for (let number = Math.floor(first / BLOCK_ROWS); number * BLOCK_ROWS <= last; number += 1) {
      const block = this.#blocks.get(number);
      const page = block && !block.isStale ? block.rows : await this.#read(number * BLOCK_ROWS);
      rows.push(...page.filter((_, index) => number * BLOCK_ROWS + index >= first && number * BLOCK_ROWS + index <= last));
    }
    return rows;
  }

  async #read(row: number): Promise<readonly Row[]> {
    const place = this.#near.find(row) ?? (await this.#farPlace(row));
    const { data, next_cursor } = await this.#source.page(place, new AbortController().signal);
    if (next_cursor !== null) this.#near.learn(row + BLOCK_ROWS, next_cursor);
    return data;
  }

  /** Takes over marks that were read for another purpose, such as to count the rows. */
  learnMarks(answer: Marks | undefined): void {
    const places = answer?.is_unchanged && this.#marked ? this.#marked.places : new Places();
    for (const { offset, cursor } of answer?.marks ?? []) places.learn(offset, cursor);
    this.#marked = { places, version: answer?.version ?? null, at: Date.now() };
    this.#areMarksStale = false;
  }

  async #readMarks(): Promise<void> {
    this.learnMarks(await this.#source.marks(this.#marked?.version ?? undefined).catch(() => undefined));
  }

  /** Puts rows that were on the screen and are deleted now back into their places, and returns the rows of the block. */
  async #withDeleted(first: number, before: readonly Row[], now: readonly Row[]): Promise<readonly Row[]> {
    const ids = new Set(now.map(({ id }) => id));
    const missing = before.flatMap((row, index) => (this.#isShown(first + index) && !ids.has(row.id) ? [{ row, index }] : []));
    if (missing.length === 0 || missing.length > MAX_MISSING) return now;
    const verdicts = await Promise.all(missing.map(({ row }) => this.#deleted.has(row.id) || this.#source.isDeleted(row.id)));
    const rows = [...now];
    for (const [place, { row, index }] of missing.entries()) if (verdicts[place]) rows.splice(index, 0, row);
    this.#deleted = new Set([...this.#deleted, ...missing.filter((_, place) => verdicts[place]).map(({ row }) => row.id)]);
    return rows.slice(0, BLOCK_ROWS);
  }

  #isShown = (index: number): boolean => index >= this.#shown.first && index <= this.#shown.last;

  #replace(id: string, change: (row: Row) => Row): void {
    for (const block of this.#blocks.values()) {
      const index = block.rows.findIndex((row) => row.id === id);
      if (index !== -1) block.rows = block.rows.with(index, change(block.rows[index]!));
    }
    this.#changed();
  }

  #changed(): void {
    this.version += 1;
    for (const listener of this.#listeners) listener();
  }
}
