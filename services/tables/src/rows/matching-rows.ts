import type { CallContext } from '@space/bus';
import { type InputOf, invalidFields, Problem } from '@space/contracts/core';
import { type Filter, MAX_MATCHED_BYTES, MAX_MATCHED_ROWS, MAX_MATCHED_SAMPLE, type rows } from '@space/contracts/tables';
import type { CommonQueryMethods } from 'slonik';
import { recordIndexUses } from '../indexes/index-uses.ts';
import { takeSnapshot } from '../new-snapshots/take-snapshot.ts';
import { withContactsOfFilters } from '../query/merged-contacts.ts';
import { pendingSelectionKeys } from '../query/pending-selection.ts';
import { createQueryContext } from '../query/query-context.ts';
import { buildRowQuery, type RowQuery } from '../query/row-query-sql.ts';
import { columnRolesOf } from '../schema/column-roles.ts';
import { lockTableExclusively } from '../schema/locks.queries.ts';
import type { Schema } from '../schema/schema.ts';
import { assertSchemaVersion } from '../schema/schema-version.queries.ts';
import { countMatchingRows } from './list-rows.queries.ts';
import { findMatchingRows, type MatchingRow } from './matching-rows.queries.ts';
import type { WritePorts, WriterTransaction } from './write-context.ts';

/** The filters and the guard of a call that changes all matching rows. */
export type MatchingInput = Pick<InputOf<(typeof rows)['operations']['delete_matching']>, 'filters' | 'expected_count'>;

/** The rows that a call may change, and the snapshot from before; null if no row matches. */
export interface LockedMatches {
  readonly found: readonly MatchingRow[];
  readonly snapshot_id: string | null;
}

/**
 * Builds the query of the rows that filters match. Throws `conflict` while a column of the filters is being recomputed, and
 * `limit_reached` for contacts with more merges than one call looks up.
 */
export async function buildMatchingQuery(
  { database, bus, clock }: WritePorts['ports'],
  call: CallContext,
  schema: Schema,
  filters: readonly Filter[],
): Promise<RowQuery> {
  const [pending] = pendingSelectionKeys(schema, { filters });
  if (pending !== undefined)
    throw new Problem('conflict', `The column ${pending} of the filters is being recomputed; try again when its status is ok.`, {
      retry_after_s: 5,
    });
  const plain = await createQueryContext(database, schema, clock.now());
  const context = await withContactsOfFilters(plain, { bus, call }, filters, { is_exact: true });
  const query = buildRowQuery(context, { filters });
  recordIndexUses(database, schema.row_table, context.index_uses);
  return query;
}

/** Reads the ids of the matching rows without a lock if their contacts must be resolved before the transaction; otherwise none. */
export async function previewMatches(database: CommonQueryMethods, schema: Schema, query: RowQuery): Promise<readonly string[]> {
  if (columnRolesOf(schema).contacts.length === 0) return [];
  const found = await findMatchingRows(database, query);
  assertFitting(await countMatches(database, query, found), found);
  return found.map(({ id }) => id);
}

/** Returns the number of matching rows, also of more than one call changes. */
const countMatches = (database: CommonQueryMethods, query: RowQuery, found: readonly MatchingRow[]): number | Promise<number> =>
  found.length > MAX_MATCHED_ROWS ? countMatchingRows(database, query) : found.length;

/**
 * Blocks the other writers of the table, reads the matching rows and takes a snapshot. Throws `invalid` for more rows or bytes than
 * one call changes, and `conflict` if the number of rows is not the expected one.
 */
export async function lockMatches(
  tx: WriterTransaction,
  { caller }: Pick<CallContext, 'caller'>,
  { schema, query, input, previewed }: { schema: Schema; query: RowQuery; input: MatchingInput; previewed: readonly string[] },
): Promise<LockedMatches> {
  const { space_id, table_id } = schema;
  await lockTableExclusively(tx, space_id, table_id);
  const found = await findMatchingRows(tx, query);
  if (found.length === 0) await assertSchemaVersion(tx, schema);
  const count = await countMatches(tx, query, found);
  assertExpected(count, input.expected_count);
  assertFitting(count, found);
  assertPreviewed(
    schema,
    found.map(({ id }) => id),
    previewed,
  );
  if (found.length === 0) return { found, snapshot_id: null };
  const snapshot = await takeSnapshot(tx, {
    space_id,
    table_id,
    label: 'Before a change by filter',
    kind: 'before_change',
    caller,
    now: tx.now,
  });
  return { found, snapshot_id: snapshot.id };
}

function assertExpected(count: number, expected: number | undefined): void {
  if (expected !== undefined && expected !== count)
    throw new Problem('conflict', `The filters match ${count} rows, not ${expected}; nothing was changed. Look at the rows again.`, {
      matched: count,
    });
}

function assertFitting(count: number, found: readonly MatchingRow[]): void {
  const tooBig = (message: string) => invalidFields([{ path: 'filters', code: 'too_big', message }]);
  if (count > MAX_MATCHED_ROWS)
    throw tooBig(`match ${count} rows, and one call changes at most ${MAX_MATCHED_ROWS}; narrow the filters and call again for the others`);
  if (found.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_MATCHED_BYTES)
    throw tooBig(
      `match ${count} rows of more than ${MAX_MATCHED_BYTES} bytes, which is more than one call changes; narrow the filters and call again for the others`,
    );
}

/** Throws `conflict` for a row that was not found before the transaction: its contacts, which are resolved there, would be missing. */
export function assertPreviewed(schema: Schema, found: readonly string[], previewed: readonly string[]): void {
  if (columnRolesOf(schema).contacts.length === 0) return;
  const known = new Set(previewed);
  if (found.some((id) => !known.has(id)))
    throw new Problem('conflict', 'Rows of this table changed at the same time; try again.', { retry_after_s: 1 });
}

/** Returns the first ids of rows, as an answer shows them. */
export const sampleOf = (found: readonly MatchingRow[]): string[] => found.slice(0, MAX_MATCHED_SAMPLE).map(({ id }) => id);
