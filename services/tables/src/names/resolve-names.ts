import type { Call, Handlers } from '@space/bus';
import { type Contract, invalidFields } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import type { SchemaCache } from '../schema/schema-cache.ts';
import { resolveColumnNames } from './column-names.ts';
import { findNamedTables, type NamedTable } from './table-names.queries.ts';

/** Tables that the error of an ambiguous name lists. */
const LISTED_TABLES = 5;

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

/** An input with the table that it names; the fields are those of any operation. */
type MutableInput = Record<string, unknown> & { table_id?: string };

/**
 * Returns handlers that accept the slug or the name of a table for `table_id`, and the label of a column for its key, where only one
 * is meant. The caller receives a sentence about each name with the answer.
 */
export function acceptingNames<C extends Contract>(
  database: CommonQueryMethods,
  schemas: SchemaCache,
  contract: C,
  handlers: Handlers<C>,
): Handlers<C> {
  const entries = Object.entries(handlers).map(([name, handler]) => {
    const id = `${contract.name}.${name}`;
    if (!Object.hasOwn(contract.operations[name]?.input.shape ?? {}, 'table_id')) return [name, handler];
    const namesColumns = namingContracts.has(contract.name) && !withoutNames.has(id);
    async function handleWithNames(call: Call): Promise<unknown> {
      const input = call.input as MutableInput;
      await resolveTableName(database, call, input);
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

/** Replaces the slug or the name of a table by its id. An unknown name stays, so that it is not found. Throws `invalid` for several tables. */
async function resolveTableName(database: CommonQueryMethods, { caller, understood }: Call, input: MutableInput): Promise<void> {
  const name = input.table_id;
  if (name === undefined || name.startsWith('tbl_')) return;
  const found = await findNamedTables(database, caller.space_id, name, LISTED_TABLES);
  const active = found.filter(({ archived }) => !archived);
  const [table, ...others] = active.length > 0 ? active : found;
  if (!table) return;
  if (others.length > 0) throw ambiguous(name, [table, ...others]);
  input.table_id = table.id;
  understood.push(`table_id: ${JSON.stringify(name)} was read as ${table.id}, the table ${table.plural_label}`);
}

const ambiguous = (name: string, tables: readonly NamedTable[]) =>
  invalidFields([
    {
      path: 'table_id',
      code: 'ambiguous',
      message: `"${name}" may be ${tables.map(({ id, plural_label }) => `${plural_label} (${id})`).join(' or ')}; send the id`,
    },
  ]);
