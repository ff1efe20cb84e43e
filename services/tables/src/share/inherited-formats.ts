import { lookedUpTableOf, resolveLookup } from '../schema/lookups.ts';
import type { Column, Schema } from '../schema/schema.ts';
import type { SchemaCache } from '../schema/schema-cache.ts';
import { addsDecimals, isCurrency, shownAs, withCurrencyDigits } from './shown-number.ts';

/** Functions of a rollup whose value is one of its target column, or has the unit of it. */
const retaining: ReadonlySet<string | undefined> = new Set(['sum', 'average', 'min', 'max', 'array_unique']);

/** Types of target columns with a format of their own. */
const formatted: ReadonlySet<Column['type']> = new Set(['number', 'currency', 'percent', 'duration', 'date', 'datetime']);

/**
 * Returns the schema in which rollups and lookups of numbers, amounts, percentages, durations, dates and times are shown as their target
 * column, for pages. Sums and averages of a currency without a precision have the decimals of the currency.
 */
export async function withInheritedFormats(schemas: Pick<SchemaCache, 'findCurrent'>, schema: Schema): Promise<Schema> {
  const inheriting = schema.columns.filter(({ type }) => type === 'lookup' || type === 'rollup');
  if (inheriting.length === 0) return schema;
  const tables = await schemas.findCurrent(schema.space_id, [
    ...new Set(inheriting.flatMap((column) => lookedUpTableOf(schema, column) ?? [])),
  ]);
  const byOld = new Map<Column, Column>(
    schema.columns.map((column) => [column, inheriting.includes(column) ? withFormat(schema, column, tables) : column]),
  );
  const replaced = <K>(columns: ReadonlyMap<K, Column>) => new Map([...columns].map(([key, column]) => [key, byOld.get(column)!]));
  return {
    ...schema,
    columns: [...byOld.values()],
    byKey: replaced(schema.byKey),
    byId: replaced(schema.byId),
    title: schema.title && byOld.get(schema.title)!,
  };
}

function withFormat(schema: Schema, column: Column, tables: ReadonlyMap<string, Schema>): Column {
  const lookup = resolveLookup(schema, column, tables);
  const target = lookup?.target;
  if (!target || !formatted.has(target.type) || (column.type === 'rollup' && !retaining.has(lookup.config.function))) return column;
  const isRounded = isCurrency(target) && addsDecimals(lookup.config.function);
  return shownAs(column, isRounded ? withCurrencyDigits(target) : target);
}
