import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { isComputed } from './lookups.ts';
import type { Column } from './schema.ts';
/** The kinds of indexes on cells: what one of them answers. */
export type IndexKind = 'number' | 'text' | 'sort_text' | 'search' | 'list' | 'moment';

/** Letters of a text that count in its order. As many fit into an index entry, and five such texts into a cursor. */
const MAX_SORTED_LETTERS = 100;

const noAlias = sql.fragment``;

/** Where the cells of a column are stored. */
export const storedIn = (column: Pick<Column, 'type'>): 'data' | 'computed' => (isComputed(column) ? 'computed' : 'data');

/** The name of a cell as SQL text; anything that is not such a name is a error of ours. */
export function cellNameSql({ cid }: Pick<Column, 'cid'>): FragmentSqlToken {
  if (!/^c\d{1,9}$/.test(cid)) throw new Error(`"${cid}" is no name of a cell.`);
  return sql.literalValue(cid);
}

export const storedCellSql = (column: Pick<Column, 'cid' | 'type'>, as: FragmentSqlToken, from = rowAlias): FragmentSqlToken =>
  storedIn(column) === 'data'
    ? sql.fragment`(${from}data${as}${cellNameSql(column)})`
    : sql.fragment`(${from}computed${as}${cellNameSql(column)})`;

/** The same expression as the definition of an index names it. */
export const indexDefinitionSql = (column: Pick<Column, 'cid' | 'type'>, kind: IndexKind): FragmentSqlToken =>
  indexExpressionSql(kind, storedCellSql(column, kind === 'number' || kind === 'list' ? sql.fragment`->` : sql.fragment`->>`, noAlias));

export function indexExpressionSql(kind: IndexKind, cell: FragmentSqlToken): FragmentSqlToken {
  switch (kind) {
    case 'number':
      return sql.fragment`(${cell}::float8)`;
    case 'text':
      return sql.fragment`(${cell} collate "C")`;
    case 'sort_text':
      return sortTextSql(cell);
    case 'search':
      return sql.fragment`lower(${cell})`;
    case 'list':
    case 'moment':
      return cell;
  }
}

/** What a text is ordered by: its first letters, numbers in it by value, upper and lower case alike. */
export const sortTextSql = (text: FragmentSqlToken) =>
  sql.fragment`(left(lower(${text}), ${sql.literalValue(String(MAX_SORTED_LETTERS))}::integer) collate tables.natural)`;

/** The row every expression is about; in the definition of an index there is no name before its columns. */
export const rowAlias = sql.fragment`r.`;
