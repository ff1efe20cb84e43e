import { MAX_SHARED_CELL_CHARACTERS, MAX_SHARED_SEARCH_COLUMNS, MAX_SHOWN_ITEMS } from '@space/contracts/tables';
import { containing, sql } from '@space/database';
import type { PageLocale } from '@space/web';
import type { FragmentSqlToken } from 'slonik';
import { digitsIn } from '../cells/autonumber-text.ts';
import { parseDate } from '../cells/calendar-date.ts';
import { parseNumber, shift } from '../cells/decimal.ts';
import { jsonCellSql, textCellSql } from '../query/cell-sql.ts';
import { type CellKind, cellKind } from '../query/field.ts';
import { optionsMatching } from '../query/filter-select-sql.ts';
import { filterSql } from '../query/filter-sql.ts';
import { forkQueryContext, type QueryContext } from '../query/query-context.ts';
import { createSharedCells } from '../query/shared-cells-sql.ts';
import type { Column } from '../schema/schema.ts';
import type { SharedView } from './shared-view.ts';

const searchable: ReadonlySet<CellKind> = new Set([
  'text',
  'email',
  'number',
  'date',
  'datetime',
  'moment',
  'select',
  'choices',
  'list',
  'files',
  'actor',
]);

/** Returns the shown columns that a visitor can search. Titles of linked rows are stored elsewhere, and formulas of the current time are expensive. */
export const searchedColumns = ({ shows, context }: SharedView): readonly Column[] =>
  shows.columns
    .filter((column) => searchable.has(cellKind(column)) && column.type !== 'duration' && !context.volatile.has(column.id))
    .slice(0, MAX_SHARED_SEARCH_COLUMNS);

/**
 * Returns a condition that a shown cell of the row `r` contains a text, in any case. It reads no more of a cell than the page
 * shows. Numbers and days are found as the page writes them.
 */
export function sharedSearchSql(view: SharedView, search: string): FragmentSqlToken {
  const shared = createSharedCells();
  const context: QueryContext = { ...forkQueryContext(view.context), shared };
  const wanted = { pattern: sql.fragment`lower(${containing(search)}::text)`, search, ...valuesIn(view.page.locale, search) };
  const conditions = searchedColumns(view).flatMap((column) => cellCondition(context, column, wanted) ?? []);
  return conditions.length === 0 ? sql.fragment`false` : shared.conditionSql(sql.fragment`(${sql.join(conditions, sql.fragment` or `)})`);
}

/** A search as the cells of each kind are compared with it. */
interface Wanted {
  readonly pattern: FragmentSqlToken;
  readonly search: string;
  readonly number: number | undefined;
  /** `YYYY-MM-DD`. */
  readonly day: string | undefined;
}

function valuesIn(locale: PageLocale, search: string): Pick<Wanted, 'number' | 'day'> {
  return {
    number: numberIn(locale, search),
    day: parseDate(search.replace(/\s+/g, ' '), locale.is_month_first ? 'month_first' : 'day_first'),
  };
}

/** Returns the number that a text is in this locale, otherwise in any other notation; undefined for other text. */
function numberIn(locale: PageLocale, text: string): number | undefined {
  const bare = text.replace(/\p{Sc}|%|\b[A-Z]{3}\b/gu, '').trim();
  const parts = locale.numberFormat({}).formatToParts(12_345.6);
  const part = (type: 'group' | 'decimal') => parts.find((one) => one.type === type)?.value ?? ' ';
  const plain = bare.replaceAll(part('group'), '').replace(/\s/g, '').replace(part('decimal'), '.');
  return /^[+-]?\d{1,17}(\.\d{1,15})?$/.test(plain) ? Number(plain) : parseNumber(bare);
}

const characters = sql.fragment`${sql.literalValue(String(MAX_SHARED_CELL_CHARACTERS))}::integer`;

/** The items of a list that a page shows. */
const shownItems = sql.fragment`${sql.literalValue(`lax $[0 to ${MAX_SHOWN_ITEMS - 1}]`)}`;

const contains = (text: FragmentSqlToken, { pattern }: Wanted) => sql.fragment`lower(left(${text}, ${characters})) like ${pattern}`;

function cellCondition(context: QueryContext, column: Column, wanted: Wanted): FragmentSqlToken | undefined {
  const { search, number, day } = wanted;
  const kind = cellKind(column);
  switch (kind) {
    case 'text':
    case 'email':
      return contains(textCellSql(context, column), wanted);
    case 'number':
      if (column.type === 'autonumber')
        return contains(textCellSql(context, column), { ...wanted, ...patternOf(digitsIn(column, search)) });
      if (number === undefined) return undefined;
      if (column.type === 'percent' || column.type === 'rating')
        return sql.fragment`${textCellSql(context, column)}::float8 = ${column.type === 'percent' ? shift(number, -2) : number}::float8`;
      return contains(textCellSql(context, column), { ...wanted, ...patternOf(String(number)) });
    case 'date':
    case 'datetime':
    case 'moment':
      if (day !== undefined) return dayCondition(context, column, day);
      return kind === 'date' && /^[\d-]+$/.test(search) ? contains(textCellSql(context, column), wanted) : undefined;
    case 'select':
      return sql.fragment`${textCellSql(context, column)} = any(${choicesSql(column, search)})`;
    case 'choices':
      return sql.fragment`jsonb_path_query_array(${jsonCellSql(context, column)}, ${shownItems}) ?| ${choicesSql(column, search)}`;
    case 'actor':
      return contains(sql.fragment`(r.created_by->>'name')`, wanted);
    case 'files':
      return itemCondition(jsonCellSql(context, column), sql.fragment`(e.item ->> 'name')`, wanted);
    default:
      return itemCondition(jsonCellSql(context, column), sql.fragment`(e.item #>> '{}')`, wanted);
  }
}

const patternOf = (text: string): Pick<Wanted, 'pattern'> => ({ pattern: sql.fragment`${containing(text.toLowerCase())}::text` });

const choicesSql = ({ options }: Column, search: string) => sql.array(optionsMatching(options, 'contains', search), 'text');

/** Returns a condition that a date or time is on a day, in the zone of its column; undefined for a day out of range. */
function dayCondition(context: QueryContext, { key }: Column, day: string): FragmentSqlToken | undefined {
  const probe = { ...context, errors: [] };
  const condition = filterSql(probe, [{ column_key: key, op: 'eq', value: day }]);
  return probe.errors.length === 0 ? condition : undefined;
}

const itemCondition = (list: FragmentSqlToken, text: FragmentSqlToken, wanted: Wanted) =>
  sql.fragment`exists (select from jsonb_path_query(${list}, ${shownItems}) as e (item) where ${contains(text, wanted)})`;
