import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { rowTableSql } from '../schema/row-table-sql.ts';
import type { Schema } from '../schema/schema.ts';

const Id = z.object({ id: z.string() });

/** Returns those of some ids that are rows of a table. */
export const findRowIds = (database: CommonQueryMethods, schema: Schema, ids: readonly string[]) =>
  database.anyFirst(sql.type(Id)`select id from ${rowTableSql(schema.row_table)} where id = any(${sql.array([...ids], 'text')})`);
