import { MAX_SHARED_CELL_CHARACTERS, MAX_SHARED_SEARCH_COLUMNS, MAX_SHOWN_ITEMS } from '@space/contracts/tables';
import { containing, sql } from '@space/database';
import type { PageLocale } from '@space/web';
import type { FragmentSqlToken } from 'slonik';
import { digitsIn } from '../cells/autonumber-text.ts';
import { jsonCellSql, textCellSql } from '../query/cell-sql.ts';
import { type CellKind, cellKind } from '../query/field.ts';
import { optionsMatching } from '../query/filter-select-sql.ts';
import { forkQueryContext, type QueryContext } from '../query/query-context.ts';
import { createSharedCells } from '../query/shared-cells-sql.ts';
import type { Column } from '../schema/schema.ts';
import { parseSearchedDates } from './searched-date.ts';
import { anyOf, dateCondition, itemDateCondition } from './searched-date-sql.ts';
import { parseSearchedNumber, type SearchedNumber } from './searched-number.ts';
import { itemNumberCondition, numberCondition } from './searched-number-sql.ts';
import type { SharedView } from './shared-view.ts';
import { formatOf } from './shown-number.ts';

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
    .filter((column) => searchable.has(cellKind(column)) && formatOf(column).type !== 'duration' && !context.volatile.has(column.id))
    .slice(0, MAX_SHARED_SEARCH_COLUMNS);

/**
 * Returns a condition that a shown cell of the row `r` contains a text, in any case. It reads no more of a cell than the page
 * shows. Numbers and days are found as the page writes them.
 */
export function sharedSearchSql(view: SharedView, search: string): FragmentSqlToken {
  const shared = createSharedCells();
  const context: QueryContext = { ...forkQueryContext(view.context), shared };
  const { locale } = view.page;
  const pattern = sql.fragment`lower(${containing(search)}::text)`;
  const wanted: Wanted = { locale, pattern, search, number: parseSearchedNumber(locale, search) };
  const conditions = searchedColumns(view).flatMap((column) => cellCondition(context, column, wanted) ?? []);
  const isFound = anyOf(conditions);
  return isFound ? shared.conditionSql(isFound) : sql.fragment`false`;
}

/** A search as the cells of each kind are compared with it. */
interface Wanted {
  readonly locale: PageLocale;
  readonly pattern: FragmentSqlToken;
  readonly search: string;
  readonly number: SearchedNumber | undefined;
}

const characters = sql.fragment`${sql.literalValue(String(MAX_SHARED_CELL_CHARACTERS))}::integer`;

/** The items of a list that a page shows. */
const shownItems = sql.fragment`${sql.literalValue(`lax $[0 to ${MAX_SHOWN_ITEMS - 1}]`)}`;

const contains = (text: FragmentSqlToken, { pattern }: Wanted) => sql.fragment`lower(left(${text}, ${characters})) like ${pattern}`;

function cellCondition(context: QueryContext, column: Column, wanted: Wanted): FragmentSqlToken | undefined {
  const { locale, search, number } = wanted;
  const kind = cellKind(column);
  switch (kind) {
    case 'text':
    case 'email':
      return contains(textCellSql(context, column), wanted);
    case 'number':
      if (column.type === 'autonumber')
        return contains(textCellSql(context, column), { ...wanted, ...patternOf(digitsIn(column, search)) });
      return number && numberCondition(context, locale, column, number);
    case 'date':
    case 'datetime':
    case 'moment':
      return anyOf(parseSearchedDates(locale, column, search).flatMap((one) => dateCondition(context, column, one) ?? []));
    case 'select':
      return sql.fragment`${textCellSql(context, column)} = any(${choicesSql(column, search)})`;
    case 'choices':
      return sql.fragment`jsonb_path_query_array(${jsonCellSql(context, column)}, ${shownItems}) ?| ${choicesSql(column, search)}`;
    case 'actor':
      return contains(sql.fragment`(r.created_by->>'name')`, wanted);
    case 'files':
      return itemCondition(jsonCellSql(context, column), contains(sql.fragment`(e.item ->> 'name')`, wanted));
    default: {
      const isShown = anyOf(shownItemConditions(column, wanted));
      return isShown && itemCondition(jsonCellSql(context, column), isShown);
    }
  }
}

/** Returns conditions on `e.item`, an item of a list, each of which holds if the page shows the text in it. */
function shownItemConditions(column: Column, wanted: Wanted): readonly FragmentSqlToken[] {
  const { locale, search, number } = wanted;
  const item = sql.fragment`e.item`;
  const format = formatOf(column);
  if (format.value_type === 'date' || format.value_type === 'datetime')
    return parseSearchedDates(locale, column, search).flatMap((one) => itemDateCondition(column, item, one) ?? []);
  const isNumber = number && itemNumberCondition(locale, column, item, number);
  const isText = format.value_type !== 'number' && contains(sql.fragment`(e.item #>> '{}')`, wanted);
  return [isNumber, isText].filter((one) => typeof one === 'object');
}

const patternOf = (text: string): Pick<Wanted, 'pattern'> => ({ pattern: sql.fragment`${containing(text.toLowerCase())}::text` });

const choicesSql = ({ options }: Column, search: string) => sql.array(optionsMatching(options, 'contains', search), 'text');

const itemCondition = (list: FragmentSqlToken, condition: FragmentSqlToken) =>
  sql.fragment`exists (select from jsonb_path_query(${list}, ${shownItems}) as e (item) where ${condition})`;
