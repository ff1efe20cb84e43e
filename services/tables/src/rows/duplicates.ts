import { type FieldError, Problem, toSentence } from '@space/contracts/core';
import { brokenConstraint } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { columnRolesOf } from '../schema/column-roles.ts';
import type { Column, Schema } from '../schema/schema.ts';
import { uniqueIndexName } from '../schema/unique-index-sql.ts';
import type { RowDraft } from './draft-rows.ts';
import { findByUnique, uniqueKey } from './duplicates.queries.ts';

/** Returns the unique column whose index an error names, if any. */
export const violatedColumn = (schema: Schema, error: unknown): Column | undefined => {
  const name = brokenConstraint(error);
  return name === undefined ? undefined : columnRolesOf(schema).unique.find(({ cid }) => uniqueIndexName(schema.row_table, cid) === name);
};

/** Runs `act`. Turns a violated unique index into a 409 that names the column, the cell and the existing row. */
export async function withDuplicateProblem<T>(
  database: CommonQueryMethods,
  schema: Schema,
  drafts: readonly RowDraft[],
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const column = violatedColumn(schema, error);
    if (!column) throw error;
    throw await duplicateProblem(database, schema, column, drafts);
  }
}

/** Returns the 409 of duplicate cells of a unique column, in the table or within the request. */
export async function duplicateProblem(
  database: CommonQueryMethods,
  schema: Schema,
  column: Column,
  drafts: readonly RowDraft[],
): Promise<Problem> {
  const given = drafts.filter(({ patch }) => (patch[column.cid] ?? null) !== null);
  const holders = await findByUnique(
    database,
    schema,
    column,
    given.map(({ patch }) => patch[column.cid]!),
  );
  const first = new Map<string, RowDraft>();
  const errors: (FieldError & { existing_id?: string })[] = [];
  for (const draft of given) {
    const cell = draft.patch[column.cid]!;
    const holder = holders.get(uniqueKey(cell));
    const twin = first.get(uniqueKey(cell));
    first.set(uniqueKey(cell), twin ?? draft);
    const path = `${draft.at}.${column.key}`;
    const value = typeof cell === 'string' ? `"${cell.slice(0, 200)}"` : String(cell);
    if (twin)
      errors.push({ path, code: 'duplicate', message: `${value} is the same as in ${twin.at}, and ${column.label} must be unique` });
    else if (holder !== undefined)
      errors.push({
        path,
        code: 'duplicate',
        message: `the row ${holder} has ${value} already, and ${column.label} must be unique`,
        existing_id: holder,
      });
  }
  const [one] = errors;
  const detail = one
    ? toSentence(`${one.path}: ${one.message}`)
    : `A row has this value of ${column.label} already, which must be unique; try again.`;
  return new Problem('duplicate', detail, {
    column_key: column.key,
    ...(one?.existing_id !== undefined && { existing_id: one.existing_id }),
    ...(one && { errors }),
  });
}
