import { sql } from '@space/database';
import type { Column } from './schema.ts';

/** Types whose values are compared without regard to case where they must be unique. */
const caseInsensitiveTypes: ReadonlySet<string> = new Set(['text', 'email', 'phone', 'url']);

/** The index that keeps the cells of a column unique. */
export const uniqueIndexName = (row_table: string, cid: string): string => `${row_table}_${cid}_unique`;

/** What must be unique of a cell. The index is on this very expression. */
export const uniqueValueSql = ({ type, cid }: Pick<Column, 'type' | 'cid'>) =>
  caseInsensitiveTypes.has(type)
    ? sql.fragment`lower(data->>${sql.literalValue(cid)})`
    : sql.fragment`((data->${sql.literalValue(cid)})::float8)`;

/** The sequence that numbers the rows of an autonumber column; it never goes back, also not in a restore. */
export const autonumberSequence = (row_table: string, cid: string): string => `auto_${row_table.slice('rows_'.length)}_${cid}`;
