import type { Call, Handlers } from '@space/bus';
import { type Contract, invalidFields } from '@space/contracts/core';
import { type NamedTable, replaceTableNames } from '@space/contracts/tables';
import type { CommonQueryMethods } from 'slonik';
import type { SchemaCache } from '../schema/schema-cache.ts';
import { resolveColumnNames } from './column-names.ts';
import { findTables } from './find-tables.ts';

/** Contracts in whose operations columns are named, by key or by id. */
const namingContracts: ReadonlySet<string> = new Set(['rows', 'columns', 'tables']);

/** Operations whose input names columns that do not exist yet, or by other rules. */
const withoutNames: ReadonlySet<string> = new Set([
  'columns.create',
  'columns.check_formula',
  'columns.list',
  'tables.update',
  'rows.import',
]);

/** A part of an input that names a table. */
interface TableHolder {
  table_id?: string;
}

/** The parts of a column's settings that name a table. */
interface ColumnInput {
  reference_target?: TableHolder | null;
  field_config?: TableHolder | null;
}

/** An input with the tables that it names; the fields are those of any operation. */
type MutableInput = Record<string, unknown> & TableHolder & ColumnInput & { columns?: readonly ColumnInput[] };

/**
 * Returns handlers that accept the slug or the name of a table for `table_id`, also in the settings of columns, and the label of a column
 * for its key, where only one is meant. The caller receives a sentence about each name with the answer.
 */
export function acceptingNames<C extends Contract>(
  database: CommonQueryMethods,
  schemas: SchemaCache,
  contract: C,
  handlers: Handlers<C>,
): Handlers<C> {
  const entries = Object.entries(handlers).map(([name, handler]) => {
    const id = `${contract.name}.${name}`;
    const { shape } = contract.operations[name]!.input;
    if (!Object.hasOwn(shape, 'table_id') && !Object.hasOwn(shape, 'columns')) return [name, handler];
    const namesColumns = namingContracts.has(contract.name) && !withoutNames.has(id);
    async function handleWithNames(call: Call): Promise<unknown> {
      const input = call.input as MutableInput;
      await resolveTableNames(database, call, input);
      if (namesColumns && mentionsColumns(input)) await resolveColumns(schemas, call, input);
      return handler(call as never);
    }
    return [name, handleWithNames];
  });
  return Object.fromEntries(entries) as Handlers<C>;
}

/**
 * Replaces names of columns. The cached schema may be stale, so it only proves that there is nothing to replace: the handler checks keys
 * and ids itself. Any other name is replaced by the current schema, because the handler cannot undo that.
 */
async function resolveColumns(schemas: SchemaCache, { caller, understood }: Call, input: MutableInput): Promise<void> {
  const id = input.table_id!;
  const cached = await schemas.withSchema(caller.space_id, id, async (schema) => schema);
  if (resolveColumnNames(cached, { ...input } as never, [])) return;
  const current = (await schemas.findCurrent(caller.space_id, [id])).get(id);
  if (current) resolveColumnNames(current, input as never, understood);
}

const columnFields = [
  'data',
  'rows',
  'updates',
  'filters',
  'sort',
  'group_by',
  'aggregates',
  'fields',
  'search_column',
  'column_id',
] as const;

const mentionsColumns = (input: MutableInput): boolean => columnFields.some((field) => input[field] !== undefined);

/** Yields each part of an input that names a table, with the path of the name. */
function* tableHolders(input: MutableInput): Generator<[string, TableHolder]> {
  yield ['table_id', input];
  yield* holdersOfColumn(input, '');
  if (Array.isArray(input.columns))
    for (const [index, column] of input.columns.entries()) yield* holdersOfColumn(column, `columns.${index}.`);
}

function* holdersOfColumn({ reference_target, field_config }: ColumnInput, at: string): Generator<[string, TableHolder]> {
  if (reference_target) yield [`${at}reference_target.table_id`, reference_target];
  if (field_config) yield [`${at}field_config.table_id`, field_config];
}

/** Replaces slugs and names of tables by their ids in the input, which belongs to this call. Throws `invalid` for ambiguous ones. */
async function resolveTableNames(database: CommonQueryMethods, { caller, understood }: Call, input: MutableInput): Promise<void> {
  const named: NamedTable[] = [];
  for (const [path, holder] of tableHolders(input)) {
    const { table_id: name } = holder;
    if (typeof name === 'string' && !name.startsWith('tbl_'))
      named.push({ path, name, holder: holder as Record<string, unknown>, key: 'table_id' });
  }
  if (named.length === 0) return;
  const names = named.map(({ name }) => name);
  const errors = replaceTableNames(named, await findTables(database, caller.space_id, names), understood);
  if (errors.length > 0) throw invalidFields(errors);
}
