import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { inputCell } from '../formulas/evaluate-row.ts';
import { type Lookup, linkedIds } from '../schema/lookups.ts';
import { rowTableSql } from '../schema/row-table-sql.ts';
import type { Schema, StoredRow } from '../schema/schema.ts';
import { cellsMatchSql, rowCellSql } from './lookup-sql.ts';
import type { RowChange } from './row-change.ts';

/** Returns the ids of at most `limit` rows whose lookup finds, or found, one of the changed rows. */
export async function findReaders(
  tx: CommonQueryMethods,
  schema: Schema,
  { path }: Lookup,
  changes: readonly RowChange[],
  limit: number,
): Promise<readonly string[]> {
  const versions = changes.flatMap(({ before, after }) => [before, after].filter((row): row is StoredRow => row !== null));
  if (path.kind === 'inverse') return [...new Set(versions.flatMap((row) => linkedIds(row.data[path.symmetric.cid])))];
  if (path.kind === 'forward') {
    const ids = sql.array(
      changes.map(({ row_id }) => row_id),
      'text',
    );
    return findRowIds(
      tx,
      schema,
      sql.fragment`unnest(${ids}) as l (id)`,
      sql.fragment`(r.data->${sql.literalValue(path.reference.cid)}) @> jsonb_build_array(l.id)`,
      limit,
    );
  }
  const tuples = new Map<string, string[]>();
  for (const row of versions) {
    const cells = path.pairs.map(({ theirs }) => inputCell(row, theirs));
    if (cells.includes(null)) continue;
    const tuple = cells.map((cell) => JSON.stringify(cell));
    tuples.set(tuple.join(' '), tuple);
  }
  if (tuples.size === 0) return [];
  const names = path.pairs.map((_, index) => sql.identifier([`v${index}`]));
  return findRowIds(
    tx,
    schema,
    sql.fragment`${sql.unnest(
      [...tuples.values()],
      path.pairs.map(() => 'jsonb' as const),
    )} as l (${sql.join(names, sql.fragment`, `)})`,
    sql.fragment`${sql.join(
      path.pairs.map((pair, index) => cellsMatchSql(pair, rowCellSql(pair.own), sql.fragment`l.${names[index]!}`)),
      sql.fragment` and `,
    )}`,
    limit,
  );
}

const findRowIds = (tx: CommonQueryMethods, { row_table }: Schema, from: FragmentSqlToken, on: FragmentSqlToken, limit: number) =>
  tx.anyFirst(sql.type(z.object({ id: z.string() }))`
    select distinct r.id from ${from} join ${rowTableSql(row_table)} as r on ${on} limit ${limit}`);
