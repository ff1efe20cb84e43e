import type { Answer, Call } from '@space/bus';
import { type FieldError, notFound, Problem } from '@space/contracts/core';
import type { rows } from '@space/contracts/tables';
import type { Writer } from '@space/event-log';
import { readCell } from '../cells/read-cell.ts';
import { cellIn, isKept } from '../present/cell-changes.ts';
import { begin } from '../rows/create-rows.ts';
import type { Draft } from '../rows/draft-rows.ts';
import { refusingDuplicates } from '../rows/duplicates.ts';
import { finishRows } from '../rows/emit-row-events.ts';
import { tryResolvePeople } from '../rows/resolve-contacts.ts';
import { lockRows } from '../rows/rows.queries.ts';
import { changedRow, peopleIn } from '../rows/update-rows.ts';
import { prepareWriting, type WritePorts } from '../rows/write-context.ts';
import { changeRows } from '../rows/write-rows.ts';
import { isComputed } from '../schema/lookups.ts';
import type { Cell, Column, Schema } from '../schema/schema.ts';
import { mustBeActive } from '../schema/schema-cache.ts';
import { bringBack } from './restore-deleted-row.ts';
import { findVersion, type VersionRow, wasThere } from './row-versions.queries.ts';

type Revert = (typeof rows)['operations']['revert'];

/**
 * Brings a row back to a version of its history, as a change like any other: with a new version, its image in the history
 * and its event. A deleted row comes back under its id, with its number. Links to rows that are gone since come back too,
 * as they do in a restore; a cell that its column can no longer hold is refused.
 */
export const revertRow = (on: WritePorts, write: Writer, call: Call<Revert>): Promise<Answer<Revert>> =>
  on.schemas.withSchema(call.caller.space_id, call.input.table_id, async (schema) => {
    const { database, bus } = on.ports;
    const { row_id, version: number } = call.input;
    mustBeActive(schema);
    const version = await findVersion(database, schema, row_id, number);
    if (!version) throw (await wasThere(database, schema, row_id)) ? noSuchVersion(number) : notFound('row of this table', row_id);
    const draft = draftOf(schema, version);
    return refusingDuplicates(database, schema, [draft], async () => {
      const held = schema.columns.filter(({ type }) => type === 'contact').map(({ cid }) => draft.patch[cid]);
      const { people } = await tryResolvePeople(bus, call, schema, [], [...held, ...(await peopleIn(on, schema, [row_id]))]);
      const prepared = await prepareWriting(on, schema, people);
      return write.write(call, async (tx) => {
        const writing = await begin(tx, on, call, prepared, []);
        const [row] = await lockRows(tx, schema.heap, [row_id]);
        const written = row ? await changeRows(writing, [{ row, draft }]) : [await bringBack(writing, row_id, version, draft)];
        const [shown] = await finishRows(writing, written);
        return changedRow(shown!, true);
      });
    });
  });

const noSuchVersion = (version: number) =>
  new Problem('not_found', `The row has no version ${version} to go back to; its history names them (not those that deleted it).`);

/** Columns whose cells a caller could write, and which a row stores itself. */
const isWritable = (column: Column): boolean => isKept(column) && !isComputed(column) && column.type !== 'autonumber';

/** What a version says each writable cell is to become; refused when a column can no longer hold it. */
function draftOf(schema: Schema, version: VersionRow): Draft {
  const patch: Record<string, Cell> = {};
  const faults: FieldError[] = [];
  for (const column of schema.columns.filter(isWritable)) {
    const held = cellIn(column, version);
    const read = held === null ? { cell: null } : fitting(column, held);
    if ('message' in read) faults.push({ path: `version.${column.key}`, code: read.code, message: read.message });
    else patch[column.cid] = read.cell;
  }
  if (faults.length > 0)
    throw new Problem(
      'conflict',
      `${faults.length === 1 ? 'A column' : `${faults.length} columns`} can no longer hold what the row held then: ${faults[0]!.path.slice('version.'.length)} ${faults[0]!.message}; change the row with PATCH instead.`,
      { errors: faults },
    );
  return { at: 'version', patch, texts: {} };
}

/** A cell as its column takes it today: as it is, or for what it means when the type is another one now. */
function fitting(column: Column, held: Cell): { cell: Cell } | { code: string; message: string } {
  for (const typecast of [false, true]) {
    const read = readCell(column, held, { typecast });
    if ('fault' in read) {
      if (typecast) return read.fault;
    } else if (!read.new_options?.length && !read.texts?.length) return { cell: read.cell };
  }
  return { code: 'unknown', message: 'does not know what it meant' };
}
