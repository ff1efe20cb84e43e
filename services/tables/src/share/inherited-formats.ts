import { lookedUpTableOf, resolveLookup } from '../schema/lookups.ts';
import type { Column, Schema } from '../schema/schema.ts';
import type { SchemaCache } from '../schema/schema-cache.ts';
import { currencyDigits } from './shown-number.ts';

/** Functions of a rollup whose number has the unit of its target column. */
const retaining: ReadonlySet<string | undefined> = new Set(['sum', 'average', 'min', 'max']);

/**
 * Returns the schema in which rollups and lookups of currencies and of numbers with a precision have the format of their target column, for pages.
 * The average of a currency without a precision has the decimals of the currency.
 */
export async function withInheritedFormats(schemas: Pick<SchemaCache, 'findCurrent'>, schema: Schema): Promise<Schema> {
  const inheriting = schema.columns.filter(({ type, value_type }) => type === 'lookup' || (type === 'rollup' && value_type === 'number'));
  if (inheriting.length === 0) return schema;
  const tables = await schemas.findCurrent(schema.space_id, [
    ...new Set(inheriting.flatMap((column) => lookedUpTableOf(schema, column) ?? [])),
  ]);
  const byOld = new Map<Column, Column>(
    schema.columns.map((column) => [column, inheriting.includes(column) ? formatted(schema, column, tables) : column]),
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

function formatted(schema: Schema, column: Column, tables: ReadonlyMap<string, Schema>): Column {
  const lookup = resolveLookup(schema, column, tables);
  const target = lookup?.target;
  if (
    !target ||
    (column.type === 'rollup' && !retaining.has(lookup.config.function)) ||
    (target.type !== 'currency' && target.type !== 'number')
  )
    return column;
  const { currency_code, precision } = target.config as { readonly currency_code?: string; readonly precision?: number };
  const own = precision ?? (lookup.config.function === 'average' && target.type === 'currency' ? currencyDigits(target) : undefined);
  return {
    ...column,
    config: { ...(own !== undefined && { precision: own }), ...(currency_code !== undefined && { currency_code }), ...column.config },
  };
}
