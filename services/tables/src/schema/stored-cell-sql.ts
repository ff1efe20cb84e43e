import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { isComputed } from './lookups.ts';
import type { Column } from './schema.ts';

/** The kinds of indexes on cells, by the conditions and orders that they support. */
export type IndexKind = 'number' | 'text' | 'sort_text' | 'search' | 'list' | 'moment';

/** Characters of a text that count in its order. That many fit into an index entry, and five such texts into a cursor. */
const MAX_SORTED_LETTERS = 100;

const noAlias = sql.fragment``;

/** Returns the JSON column in which the cells of a column are stored. */
export const storedIn = (column: Pick<Column, 'type'>): 'data' | 'computed' => (isComputed(column) ? 'computed' : 'data');

/** Returns the name of a cell as an SQL literal. Throws for any other text, which would be a bug. */
export function cellNameSql({ cid }: Pick<Column, 'cid'>): FragmentSqlToken {
  if (!/^c\d{1,9}$/.test(cid)) throw new Error(`"${cid}" is not the name of a cell.`);
  return sql.literalValue(cid);
}

/** Returns a cell as stored; `as` is the operator that yields JSON or text. */
export const storedCellSql = (column: Pick<Column, 'cid' | 'type'>, as: FragmentSqlToken, from = rowAlias): FragmentSqlToken =>
  storedIn(column) === 'data'
    ? sql.fragment`(${from}data${as}${cellNameSql(column)})`
    : sql.fragment`(${from}computed${as}${cellNameSql(column)})`;

/** Returns the expression of an index, equal to the expression that queries use. */
export const indexDefinitionSql = (column: Pick<Column, 'cid' | 'type'>, kind: IndexKind): FragmentSqlToken =>
  indexExpressionSql(kind, storedCellSql(column, kind === 'number' || kind === 'list' ? sql.fragment`->` : sql.fragment`->>`, noAlias));

/** Returns the expression of an index over a cell. */
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

/** Returns the sort key of a text: its first characters in lower case, with numbers compared by value. */
export const sortTextSql = (text: FragmentSqlToken) =>
  sql.fragment`(left(lower(${text}), ${sql.literalValue(String(MAX_SORTED_LETTERS))}::integer) collate tables.natural)`;

/** The alias of the row in expressions; an index definition has no alias. */
const rowAlias = sql.fragment`r.`;
