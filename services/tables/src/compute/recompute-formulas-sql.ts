import { MAX_COMPUTED_BYTES } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { compiledFormulasOf } from '../formulas/compiled-formulas.ts';
import { NO_TIME } from '../formulas/evaluate-row.ts';
import { rowTableSql } from '../schema/row-table-sql.ts';
import type { Column, Schema } from '../schema/schema.ts';
import { rowCellSql } from './lookup-sql.ts';

/**
 * Recomputes columns of rows in one statement, if all columns are formulas with SQL. Returns the ids of the rows that
 * are left to the evaluator: rows with an error or without room for their computed cells, or all.
 */
export async function recomputeFormulasInSql(
  tx: CommonQueryMethods,
  schema: Schema,
  columns: readonly Column[],
  ids: readonly string[],
): Promise<readonly string[]> {
  const steps = formulaStepsSql(schema, columns);
  if (!steps || ids.length === 0) return ids;
  const cids = sql.array(
    columns.map(({ cid }) => cid),
    'text',
  );
  const names = columns.map((_, index) => sql.identifier([`f${index}`, 'v']));
  const values = columns.map(
    ({ cid, config }, index) => sql.fragment`case when jsonb_typeof(${names[index]!}->'v') <> 'null'
      then jsonb_build_object(${sql.literalValue(cid)}::text, ${roundedSql(sql.fragment`(${names[index]!}->'v')`, config.precision)})
      else '{}'::jsonb end`,
  );
  const isLeft = sql.join(
    names.map((name) => sql.fragment`not ${name} ? 'v'`),
    sql.fragment` or `,
  );
  // An escape takes up to six bytes in JSON. The text is longer than the sum that the evaluator counts.
  const isLarge = sql.fragment`pg_column_size(computed) > ${MAX_COMPUTED_BYTES / 6}::float8 and octet_length(computed::text) > ${MAX_COMPUTED_BYTES}::integer`;
  return tx.anyFirst(sql.type(z.object({ id: z.string() }))`
    with evaluated as materialized (
      select r.id, r.computed as old_computed, r.errors as old_errors, (r.computed - ${cids}) || ${sql.join(values, sql.fragment` || `)} as computed,
        (${isLeft}) as is_left
      from ${rowTableSql(schema.row_table)} as r ${sql.join(steps, sql.fragment` `)}
      where r.id = any(${sql.array([...ids], 'text')}) and r.id between ${ids[0]!} and ${ids.at(-1)!}
      order by r.id for no key update of r
    ),
    worked as materialized (
      select id, old_computed, old_errors, computed,
        is_left or (${isLarge}) or coalesce(old_errors::text like '%"too_long"%', false) as is_left
      from evaluated
    ),
    written as (
      update ${rowTableSql(schema.row_table)} as h set computed = w.computed, errors = nullif(w.old_errors - ${cids}, '{}')
      from worked as w where h.id = w.id and not w.is_left and (w.old_computed is distinct from w.computed or w.old_errors ?| ${cids})
    )
    select id from worked where is_left order by id`);
}

/** Returns each formula as a lateral join that later ones can read, or undefined if one has no SQL. */
function formulaStepsSql(schema: Schema, columns: readonly Column[]): FragmentSqlToken[] | undefined {
  const { byId } = compiledFormulasOf(schema);
  const place = new Map(columns.map(({ id }, index) => [id, index]));
  const steps: FragmentSqlToken[] = [];
  for (const [index, column] of columns.entries()) {
    if (column.status === 'error') return undefined;
    const expression = byId.get(column.id)?.sql((id) => cell(schema, place, index, id), { now: NO_TIME, row: rowFactsSql(schema) });
    if (!expression) return undefined;
    steps.push(sql.fragment`cross join lateral (select (${expression}) as v offset 0) as ${sql.identifier([`f${index}`])}`);
  }
  return steps.length > 0 ? steps : undefined;
}

function cell(schema: Schema, place: ReadonlyMap<string, number>, before: number, id: string): FragmentSqlToken {
  const step = place.get(id);
  const column = schema.byId.get(id)!;
  if (step === undefined || step >= before) return rowCellSql(column);
  return sql.fragment`nullif(${roundedSql(sql.fragment`(${sql.identifier([`f${step}`, 'v'])}->'v')`, column.config.precision)}, 'null'::jsonb)`;
}

/** Rounds a number half away from zero, as `evaluateFormula` does. */
const roundedSql = (value: FragmentSqlToken, precision: unknown) =>
  typeof precision === 'number'
    ? sql.fragment`case jsonb_typeof(${value}) when 'number' then to_jsonb(round((${value})::numeric, ${sql.literalValue(String(precision))}::integer)::float8) else ${value} end`
    : value;

/** Returns the properties of a row that formulas can read in addition to cells. */
function rowFactsSql({ columns }: Schema) {
  const autonumber = columns.find(({ type }) => type === 'autonumber');
  return {
    id: sql.fragment`r.id`,
    created_at: sql.fragment`r.created_at`,
    updated_at: sql.fragment`r.updated_at`,
    ...(autonumber ? { autonumber: rowCellSql(autonumber) } : {}),
  };
}
