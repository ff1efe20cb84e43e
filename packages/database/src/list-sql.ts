import type { FragmentSqlToken } from 'slonik';
import { type CursorPart, cursorProblem, decodeCursor, type KeyPart } from './cursor.ts';
import { sql } from './database.ts';
import { wireTime } from './expression-sql.ts';
import { afterPositionsSql, type OrderColumn, orderColumnSql } from './keyset-sql.ts';
import type { PageQuery } from './page.queries.ts';

/** The paging parameters of a list operation, as its contract parses them. */
export interface PageInput {
  readonly limit: number;
  /** The `next_cursor` of the page before. */
  readonly cursor?: string | undefined;
  /** Rows to skip; default 0. */
  readonly offset?: number | undefined;
  readonly include_total?: boolean | undefined;
}

/** A column that a list is sorted by. A `timestamp` column must hold whole milliseconds, as all times of the wire do. */
export interface SortColumn {
  readonly column: FragmentSqlToken;
  readonly type: CursorPart;
  /** Default the direction of the list. */
  readonly direction?: 'asc' | 'desc' | undefined;
  /** True if the column can be null. Nulls come first in asc and last in desc. */
  readonly nullable?: boolean | undefined;
}

/** The rows of a list and the JSON of one entry. */
export interface List {
  /** The table with its alias, or a parenthesised select with an alias: `contacts.contact as c`. */
  readonly from: FragmentSqlToken;
  /** The alias in `from` of the rows to list. */
  readonly alias: string;
  /** The columns that `sortBy` and `item` read; default all columns of the alias. */
  readonly columns?: FragmentSqlToken | undefined;
  readonly where: FragmentSqlToken;
  /** The JSON of one entry, an expression over the columns of the alias. */
  readonly item: FragmentSqlToken;
  /** Columns that together are unique among the rows; default the column `id`, a text. */
  readonly sortBy?: readonly SortColumn[] | undefined;
  /** The name of the order, if callers choose between several: a cursor of another order is refused. Needs `sortBy`. */
  readonly order?: string | undefined;
  /** Default `desc`: an id grows with its creation, so the newest row comes first. */
  readonly direction?: 'asc' | 'desc' | undefined;
  /** Entries that the total counts at most, or `Infinity`; the page then says if its total is exact. Default all, and the page does not say so. */
  readonly most_counted?: number | undefined;
  /** Prefix of the first page's prepared statement. All lists with this name must have the same text, and values in the same places. */
  readonly prepare?: string | undefined;
}

/**
 * Returns the order of a list by its name: a field, or with `-` before it the opposite order. A field without a column is
 * `created_at`: ids grow with creation. Rows that are equal in the column are sorted by id. A cursor of another order is
 * refused: each has its order, except that of `-created_at`, which is cheaper with the id alone.
 */
export function orderOf(
  sort: string,
  alias: string,
  columns: Readonly<Record<string, SortColumn>>,
): Pick<List, 'sortBy' | 'direction' | 'order'> {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const column = columns[sort.replace(/^-/, '')];
  const id: SortColumn = { column: sql.fragment`${sql.identifier([alias, 'id'])}`, type: 'text' };
  if (column === undefined && direction === 'desc') return { direction };
  return { direction, sortBy: column === undefined ? [id] : [column, id], order: sort };
}

/**
 * Builds the statements of a list operation: the rows after the cursor, one row more than the page has, and the total if
 * the caller asks for it. Throws `invalid` for a cursor of another list.
 */
export function listQuery(input: PageInput, list: List): PageQuery {
  const { from, alias, where, item, order, direction = 'desc', most_counted } = list;
  const { limit, cursor, offset = 0, include_total = false } = input;
  const sortBy = list.sortBy ?? [{ column: sql.fragment`${sql.identifier([alias, 'id'])}`, type: 'text' }];
  // Ids have no characters that JSON escapes, and a concatenation costs Postgres a quarter of the function.
  const key = list.sortBy
    ? sql.fragment`json_build_array(${commaList([...sortBy.map(keyPart), ...(order === undefined ? [] : [sql.literalValue(order)])])})::text`
    : sql.fragment`'["' || ${sql.identifier([alias, 'id'])} || '"]'`;
  return {
    rows: sql.fragment`
      select ${key} as key, (${item})::text as item
      from (
        select ${list.columns ?? sql.fragment`${sql.identifier([alias])}.*`} from ${from}
        where ${where} ${cursor === undefined ? sql.fragment`` : sql.fragment`and ${afterCursor(cursor, sortBy, direction, order)}`}
        order by ${commaList(sortBy.map((column) => orderColumnSql(orderColumn(column, direction))))}
        limit ${sql.literalValue(String(limit + 1))} ${offset > 0 ? sql.fragment`offset ${offset}` : sql.fragment``}
      ) as ${sql.identifier([alias])}`,
    limit,
    total: include_total ? { matches: sql.fragment`${from} where ${where}`, most: most_counted } : undefined,
    // The limit is part of the text: as a parameter it would keep Postgres from one plan for all calls.
    prepare: list.prepare && cursor === undefined && offset === 0 ? `${list.prepare}-${limit}` : undefined,
  };
}

const commaList = (parts: readonly FragmentSqlToken[]) => sql.join(parts, sql.fragment`, `);

const keyPart = ({ column, type }: SortColumn): FragmentSqlToken => (type === 'timestamp' ? wireTime(column) : column);

function afterCursor(
  cursor: string,
  sortBy: readonly SortColumn[],
  direction: 'asc' | 'desc',
  order: string | undefined,
): FragmentSqlToken {
  const types = sortBy.map(({ type, nullable }): KeyPart => (nullable ? `${type}?` : type));
  const key = decodeCursor(cursor, ...(order === undefined ? types : [...types, 'text' as const]));
  if (order !== undefined && key.pop() !== order) throw cursorProblem();
  const values = key.map((value, index) => (value === null ? null : keyValue(value, sortBy[index]!.type)));
  const columns = sortBy.map((column) => orderColumn(column, direction));
  if (!columns.every((column): boolean => column.direction === direction && !column.canBeEmpty))
    return afterPositionsSql(columns.map((column, index) => ({ ...column, value: values[index]! })));
  const comparison = direction === 'desc' ? sql.fragment`<` : sql.fragment`>`;
  return sql.fragment`(${commaList(sortBy.map(({ column }) => column))}) ${comparison} (${commaList(values as FragmentSqlToken[])})`;
}

const orderColumn = ({ column, direction, nullable = false }: SortColumn, ofList: 'asc' | 'desc'): OrderColumn => ({
  by: column,
  direction: direction ?? ofList,
  canBeEmpty: nullable,
});

function keyValue(value: string | number, type: CursorPart): FragmentSqlToken {
  switch (type) {
    case 'text':
      return sql.fragment`${value}::text`;
    case 'integer':
      return sql.fragment`${value}::bigint`;
    case 'number':
      return sql.fragment`${value}::float8`;
    case 'timestamp':
      return sql.fragment`${value}::timestamptz`;
    case 'date':
      return sql.fragment`${value}::date`;
  }
}
