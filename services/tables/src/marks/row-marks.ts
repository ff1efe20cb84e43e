import { hash } from 'node:crypto';
import { type Answer, type Handlers, Json } from '@space/bus';
import type { OutputOf } from '@space/contracts/core';
import {
  type Filter,
  MARKS_STATEMENT_TIMEOUT_MS,
  MAX_PARTLY_MARKED_ROWS,
  PARTIAL_MARKS_STATEMENT_TIMEOUT_MS,
  type rows,
} from '@space/contracts/tables';
import { sqlState } from '@space/database';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { limitStatements } from '../compute/recompute-jobs.queries.ts';
import { pendingSelectionKeys } from '../query/pending-selection.ts';
import { createQueryContext } from '../query/query-context.ts';
import { afterRead } from '../query/read-rows.queries.ts';
import { buildRowQuery, type RowQuery } from '../query/row-query-sql.ts';
import { selectionColumns } from '../query/selection-columns.ts';
import { planTextSearch } from '../query/text-search.queries.ts';
import { selectRows } from '../rows/row-selection.ts';
import { isComputed, mapFilterLeaves } from '../schema/lookups.ts';
import type { Column, Schema } from '../schema/schema.ts';
import type { SchemaCache } from '../schema/schema-cache.ts';
import { type Marks, readMarks } from './marks.queries.ts';
import { findRowsVersion } from './rows-version.queries.ts';

type Operation = (typeof rows)['operations']['marks'];

/** The time of the statements that mark a list, in milliseconds. */
interface MarkTimeouts {
  /** The statement that marks all rows. */
  readonly whole: number;
  /** The statement that marks the first rows, if that of all rows took too long. */
  readonly part: number;
}

const timeoutsOfCalls: MarkTimeouts = { whole: MARKS_STATEMENT_TIMEOUT_MS, part: PARTIAL_MARKS_STATEMENT_TIMEOUT_MS };

/**
 * Returns the handler of `rows.marks`.
 *
 * A mark is the cursor of every n-th row of a list: with it and a small offset a reader jumps to any row, where `offset` alone would skip
 * all rows before it. One statement numbers the rows in their order (marks.queries.ts). In the default order and by the time of creation or
 * change it reads an index alone. Other orders read the rows: Postgres can compute the key of an expression index from the row only. If the
 * statement takes too long, a second one marks the first rows. The version of the rows tells a caller when marks are old
 * (rows-version.queries.ts).
 */
export function rowMarksHandler(ports: Ports, schemas: SchemaCache, timeouts = timeoutsOfCalls): Pick<Handlers<typeof rows>, 'marks'> {
  const { database, clock } = ports;

  return {
    marks: (call) =>
      schemas.withSchema(call.caller.space_id, call.input.table_id, async (schema): Promise<Answer<Operation>> => {
        const { every, known_version } = call.input;
        const { view, context, selection } = await selectRows(ports, call, await createQueryContext(database, schema, clock.now()));
        const asked = buildRowQuery(context, selection);
        const filters = [...(selection.filters ?? []), ...(view?.filters ?? [])];
        const isStored = selectionColumns(schema, selection, { filters }).every(isOwnCell) && !usesPresentTime(filters);
        // Before the marks: then they are at least as new as their version says.
        const seq = isStored ? await findRowsVersion(database, schema) : null;
        const { sort, search, search_column } = selection;
        const version = seq === null ? null : versionOf(schema, seq, [filters, sort, search, search_column, every]);
        const pending = pendingSelectionKeys(schema, selection, { filters: view?.filters });
        const fields = { version, every, ...(pending.length > 0 && { pending }) };
        if (version !== null && version === known_version)
          return answer('', { ...fields, is_unchanged: true, total: null, total_is_exact: true, is_complete: true });
        const { items, ...found } = await markRows(database, await planTextSearch(database, asked), every, timeouts);
        return answer(items, { ...fields, is_unchanged: false, ...found });
      }),
  };
}

const answer = (marks: string, fields: Omit<OutputOf<Operation>, 'marks'>): Answer<Operation> =>
  new Json<OutputOf<Operation>>(`{"marks":[${marks}],${JSON.stringify(fields).slice(1)}`);

/** Returns the version of the marks of a request: of the columns, of the rows, and of what was asked for. */
const versionOf = ({ schema_version, status_version }: Schema, seq: number, asked: readonly unknown[]): string =>
  `${schema_version}.${status_version}.${seq}.${hash('sha1', JSON.stringify(asked), 'base64url').slice(0, 12)}`;

/** Cells of columns of these types change with other rows or contacts. */
const linkingTypes: ReadonlySet<Column['type']> = new Set(['reference', 'contact']);

/** True if the cells of a column change only with a new version of their row. */
const isOwnCell = (column: Column): boolean => !isComputed(column) && !linkingTypes.has(column.type);

/** True if filters compare with the present time. */
function usesPresentTime(filters: readonly Filter[]): boolean {
  let found = false;
  mapFilterLeaves(filters, (leaf) => {
    found ||= leaf.op === 'within';
    return leaf;
  });
  return found;
}

const noMarks: Marks = { items: '', total: 0, total_is_exact: false, is_complete: false };

/** Marks all rows of a query; if that takes too long, the first ones; if that takes too long, none. */
async function markRows(database: Ports['database'], query: RowQuery, every: number, timeouts: MarkTimeouts): Promise<Marks> {
  const marks =
    (await unlessTooSlow(database, timeouts.whole, (tx) => readMarks(tx, query, { every }))) ??
    (await unlessTooSlow(database, timeouts.part, (tx) => readMarks(tx, query, { every, most: MAX_PARTLY_MARKED_ROWS }))) ??
    noMarks;
  await afterRead(database, query, marks.total);
  return marks;
}

const STATEMENT_TIMEOUT = '57014';

/** Returns what a statement read, or undefined if Postgres ended it after so many milliseconds. */
async function unlessTooSlow<Result>(
  database: Ports['database'],
  milliseconds: number,
  read: (tx: CommonQueryMethods) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await database.transaction(async (tx) => {
      await limitStatements(tx, milliseconds);
      return read(tx);
    });
  } catch (error) {
    if (sqlState(error) === STATEMENT_TIMEOUT) return undefined;
    throw error;
  }
}
