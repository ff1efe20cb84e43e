import { type FieldError, listedFaults, Problem } from '@space/contracts/core';
import { brokenConstraint, sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { columnRolesOf } from '../schema/column-roles.ts';
import { rowTableSql } from '../schema/row-table-sql.ts';
import type { Cell, Column, Schema } from '../schema/schema.ts';
import { uniqueIndexName, uniqueValueSql } from '../schema/unique-index-sql.ts';
import type { RowDraft } from './draft-rows.ts';

/** What of a cell must be unique, as text: two cells with the same are the same to a unique index. */
export const uniqueKey = (cell: Cell): string => (typeof cell === 'string' ? cell.toLowerCase() : JSON.stringify(cell));

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

const Holder = z.object({ id: z.string(), value: z.json() });

/** The rows that hold one of these cells in a unique column, by `uniqueKey`; `lock` keeps them from being changed. */
export async function findByUnique(
  tx: CommonQueryMethods,
  { row_table }: Schema,
  column: Column,
  cells: readonly Cell[],
  lock = false,
): Promise<ReadonlyMap<string, string>> {
  const isText = cells.every((cell) => typeof cell === 'string');
  const wanted = isText
    ? sql.array(cells as string[], 'text')
    : sql.array(
        cells.filter((cell) => typeof cell === 'number'),
        'float8',
      );
  const rows = await tx.any(sql.type(Holder)`
    select id, data->${sql.literalValue(column.cid)} as value from ${rowTableSql(row_table)}
    where ${uniqueValueSql(column)} in (select ${isText ? sql.fragment`lower(w)` : sql.fragment`w`} from unnest(${wanted}) as w)
      and data ? ${sql.literalValue(column.cid)}
    order by id ${lock ? sql.fragment`for no key update` : sql.fragment``}`);
  return new Map(rows.map(({ id, value }) => [uniqueKey(value), id]));
}
