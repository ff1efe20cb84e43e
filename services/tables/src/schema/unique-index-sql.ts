import { sql } from '@space/database';
import type { Column } from './schema.ts';

/** Column types whose unique values are compared case-insensitively. */
const caseInsensitiveTypes: ReadonlySet<string> = new Set(['text', 'email', 'phone', 'url']);

/** Returns the name of the index that makes the cells of a column unique. */
export const uniqueIndexName = (row_table: string, cid: string): string => `${row_table}_${cid}_unique`;

/** Returns the expression of a cell that must be unique. The unique index uses exactly this expression. */
export const uniqueValueSql = ({ type, cid }: Pick<Column, 'type' | 'cid'>) =>
  caseInsensitiveTypes.has(type)
    ? sql.fragment`lower(data->>${sql.literalValue(cid)})`
    : sql.fragment`((data->${sql.literalValue(cid)})::float8)`;

/** Returns the name of the sequence of an autonumber column. The sequence never goes back, not even in a restore. */
export const autonumberSequence = (row_table: string, cid: string): string => `auto_${row_table.slice('rows_'.length)}_${cid}`;
