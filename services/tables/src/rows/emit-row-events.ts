import { isDeepStrictEqual } from 'node:util';
import { type Row, tableRowCreated, tableRowDeleted, tableRowUpdated } from '@space/contracts/tables';
import { recomputeDependents } from '../compute/recompute.ts';
import { readBeside } from '../present/related-data-in-tx.ts';
import { type Beside, type Person, showRow, tellRow } from '../present/row-response.ts';
import { planOf } from '../schema/column-roles.ts';
import { isComputed } from '../schema/lookups.ts';
import type { Cell, Column, StoredRow } from '../schema/schema.ts';
import { findRows } from './rows.queries.ts';
import type { Writing } from './write-context.ts';
import { isChanged, type Written } from './write-rows.ts';

/** A row as it is answered. */
export interface Shown {
  readonly row: Row;
  /** Its version. */
  readonly seq: number;
  /** The version it was before, when this is another one. */
  readonly previous: number | null;
}

const fromTheRow: ReadonlySet<string> = new Set(['created_at', 'updated_at', 'created_by']);

/**
 * Works out what depends on the rows that were written, tells of each that changed, and answers those that are there.
 * `mirroredBefore` holds what mirror cells showed before, of rows whose mirrors were written.
 */
export async function finishRows(
  writing: Writing,
  written: readonly Written[],
  mirroredBefore: Beside['mirrored'] = new Map(),
): Promise<Shown[]> {
  const { tx, schema, now } = writing;
  const changed = written.filter(isChanged);
  if (!writing.is_alone) await recomputeDependents(tx, schema, changed, now);
  const whole = await asTheyAreNow(writing, written);
  const all = whole.flatMap(({ before, after }) => [before, after].filter((row): row is StoredRow => row !== null));
  const beside = await readBeside(tx, schema, all, writing, mirroredBefore);
  for (const one of whole) if (isChanged(one)) tell(writing, one, beside, mirroredBefore);
  return whole.flatMap(({ before, after }) => {
    if (!after) return [];
    const previous = before && before.seq !== after.seq ? before.seq : null;
    return [{ row: showRow(schema, after, beside, now), seq: after.seq, previous }];
  });
}

/** The rows as they are behind everything that followed from the write. */
async function asTheyAreNow({ tx, schema, is_alone }: Writing, written: readonly Written[]): Promise<readonly Written[]> {
  const there = written.filter(({ after }) => after !== null);
  if ((is_alone && planOf(schema).mirrors.length === 0) || there.length === 0) return written;
  const rows = await findRows(
    tx,
    schema.heap,
    there.map(({ row_id }) => row_id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return written.map((one) => (one.after ? { ...one, after: byId.get(one.row_id) ?? one.after } : one));
}

function tell(writing: Writing, { row_id, before, after }: Written, beside: Beside, mirroredBefore: Beside['mirrored']): void {
  const { schema, now, emit } = writing;
  const row = (after ?? before)!;
  const told = tellRow(schema, row, beside, now);
  const about = {
    table_id: schema.table_id,
    table: schema.plural_label,
    row_id,
    row: told.title,
    ...aboutPerson(writing, row),
    data: told.data,
  };
  if (!before) emit(tableRowCreated as never, about as never);
  else if (!after) emit(tableRowDeleted as never, about as never);
  else tellChange(writing, { row_id, before, after }, about, beside, mirroredBefore);
}

/** Tells of a row that was there before and still is: which cells changed, and what they were. */
function tellChange(
  { schema, now, emit }: Writing,
  { row_id, before, after }: { row_id: string; before: StoredRow; after: StoredRow },
  about: object,
  beside: Beside,
  mirroredBefore: Beside['mirrored'],
): void {
  const mirrored = new Map([...beside.mirrored, ...mirroredBefore]);
  const old = tellRow(schema, before, { ...beside, mirrored }, now).data;
  const changed = schema.columns.filter(
    (column) => isOther(column, before, after) || isOtherMirror(column, row_id, beside.mirrored, mirrored),
  );
  emit(
    tableRowUpdated as never,
    { ...about, changed: changed.map(({ key }) => key), previous: Object.fromEntries(changed.map(({ key }) => [key, old[key]])) } as never,
  );
}

function isOther(column: Column, before: StoredRow, after: StoredRow): boolean {
  if (fromTheRow.has(column.type)) return false;
  const cell = (row: StoredRow): Cell => (isComputed(column) ? row.computed : row.data)[column.cid] ?? null;
  return !isDeepStrictEqual(cell(before), cell(after));
}

function isOtherMirror({ reference, cid }: Column, row: string, after: Beside['mirrored'], before: Beside['mirrored']): boolean {
  const ids = (mirrored: Beside['mirrored']) => [...(mirrored.get(row)?.[cid] ?? [])].toSorted();
  return reference?.mirror === true && !isDeepStrictEqual(ids(after), ids(before));
}

/** The first contact that a row points to (spec, Event: `contact` block). */
function aboutPerson({ schema, people }: Writing, row: StoredRow): { contact_id?: string; contact?: Person } {
  for (const { cid } of planOf(schema).contacts) {
    const cell = row.data[cid];
    const id = Array.isArray(cell) ? cell[0] : undefined;
    if (typeof id !== 'string') continue;
    const contact = people.get(id);
    return { contact_id: id, ...(contact && { contact }) };
  }
  return {};
}
