import { type FieldError, listedFaults, Problem } from '@space/contracts/core';
import { brokenConstraint } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { columnRolesOf } from '../schema/column-roles.ts';
import type { Column, Schema } from '../schema/schema.ts';
import { uniqueIndexName } from '../schema/unique-index-sql.ts';
import type { RowDraft } from './draft-rows.ts';
import { findByUnique, uniqueKey } from './duplicates.queries.ts';

/** The unique column whose index an error says was broken. */
export const violatedColumn = (schema: Schema, error: unknown): Column | undefined => {
  const name = brokenConstraint(error);
  return name === undefined ? undefined : columnRolesOf(schema).unique.find(({ cid }) => uniqueIndexName(schema.row_table, cid) === name);
};

/** Calls `act`, and refuses the call with 409 when a cell of a unique column is there already: which, where, and who has it. */
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

/** The refusal of cells of a unique column that are there already, in the table or in the same call. */
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
  const detail = one ? `${one.path}: ${one.message}.` : `A row has this value of ${column.label} already, which must be unique; try again.`;
  return new Problem('duplicate', detail, {
    column_key: column.key,
    ...(one?.existing_id !== undefined && { existing_id: one.existing_id }),
    ...(one && { errors: listedFaults(errors) }),
  });
}
