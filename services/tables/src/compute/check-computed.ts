import { invalidFields, Problem, sentenceOf } from '@space/contracts/core';
import type { Filter } from '@space/contracts/tables';
import { FormulaError, parseFormula, showExpression } from '@space/formula';
import type { CommonQueryMethods } from 'slonik';
import { compiledFormulasOf, formulaColumns } from '../formulas/compiled-formulas.ts';
import { renameFilterColumns } from '../schema/lookups.ts';
import type { Schema } from '../schema/schema.ts';
import { checkLookup } from './check-lookup.ts';
import type { CheckedComputed, ComputedInput, ReadSchema } from './computed-column.ts';
import { findVolatileReaders } from './dependencies.queries.ts';

/** Checks the config of a computed column and returns its stored form. Throws a 400 that names every error with its path. */
export async function checkComputed(tx: CommonQueryMethods, input: ComputedInput, readSchema: ReadSchema): Promise<CheckedComputed> {
  return input.type === 'formula' ? checkExpression(tx, input) : checkLookup(tx, input, readSchema);
}

async function checkExpression(
  tx: CommonQueryMethods,
  { space_id, table, column_id, field_config }: ComputedInput,
): Promise<CheckedComputed> {
  const formula = parseExpression(table, field_config);
  const inverse = formula.reads.map((id) => table.byId.get(id)).find((column) => column?.reference?.is_inverse);
  if (inverse)
    throw invalidFields([
      {
        path: 'field_config.expression',
        code: 'wrong_type',
        message: `cannot read ${inverse.key}, whose links are stored in the other table; add a count, lookup or rollup over ${inverse.key} and read that`,
      },
    ]);
  // Only formulas can depend on the time; detecting it requires compiling all formulas of the table.
  const formulas = formula.reads.filter((id) => table.byId.get(id)?.type === 'formula');
  if (formula.is_volatile || formulas.some((id) => compiledFormulasOf(table).volatile.has(id))) {
    const [reader] = await findVolatileReaders(tx, space_id, column_id);
    if (reader !== undefined)
      throw invalidFields([
        {
          path: 'field_config.expression',
          code: 'volatile',
          message: `cannot depend on the current time, because ${reader} is computed from this column across rows and would become stale; change ${reader} first`,
        },
      ]);
  }
  const element = formula.element_type ? { element_type: formula.element_type } : {};
  return { config: { ...field_config, ...element, expression: formula.stored }, value_type: formula.value_type, reads: formula.reads };
}

/** Parses the expression of a formula. Throws a 400 with the position of the error. */
export function parseExpression(
  table: Schema,
  { expression, timezone }: Readonly<Record<string, unknown>>,
  path = 'field_config.expression',
) {
  try {
    const zone = typeof timezone === 'string' ? { timezone } : {};
    return parseFormula(String(expression), formulaColumns(table.columns), zone);
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    const { code, position, expected, actual, message } = error;
    // A name of a function stays in upper case.
    const clause = message.replace(/\.$/, '').replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
    const fault = { path, code, message: `at character ${position + 1}: ${clause}` };
    throw new Problem('invalid', sentenceOf([fault]), {
      errors: [fault],
      position,
      ...(expected === undefined ? {} : { expected }),
      ...(actual === undefined ? {} : { actual }),
    });
  }
}

/** Returns the config of a column in response form: columns by key, deleted ones by id. */
export function toConfigResponse(
  config: Readonly<Record<string, unknown>>,
  keyOf: (columnId: string) => string | undefined,
): Record<string, unknown> {
  const name = (id: unknown) => (typeof id === 'string' ? (keyOf(id) ?? id) : id);
  const { element_type: _, ...rest } = config;
  const response: Record<string, unknown> = rest;
  if (typeof response.expression === 'string') response.expression = showExpression(response.expression, keyOf);
  for (const key of ['reference_column', 'target_column']) if (key in response) response[key] = name(response[key]);
  if (Array.isArray(response.match))
    response.match = response.match.map(({ target_column, equals_column }) => ({
      target_column: name(target_column),
      equals_column: name(equals_column),
    }));
  if (Array.isArray(response.filter)) response.filter = renameFilterColumns(response.filter as Filter[], (id) => String(name(id)));
  return response;
}
