import { Problem } from '@space/contracts/core';
import { brokenConstraint, sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { rowTableSql } from '../schema/row-table-sql.ts';
import type { Column, Schema } from '../schema/schema.ts';
import { autonumberSequence, uniqueIndexName, uniqueValueSql } from '../schema/unique-index-sql.ts';

const sequenceOf = (row_table: string, cid: string) => sql.identifier(['tables', autonumberSequence(row_table, cid)]);

const isUnique = (column: Column) => column.config.unique === true;

/**
 * Creates the missing indexes and sequences of the columns of a table. Drops the unique index of a column that is no
 * longer unique. Postgres blocks writers meanwhile.
 */
export async function ensureColumnIndexes(
  tx: CommonQueryMethods,
  { row_table, columns }: Pick<Schema, 'row_table' | 'columns'>,
): Promise<void> {
  const free = columns.filter((column) => !isUnique(column));
  const names = free.map(({ cid }) => sql.identifier(['tables', uniqueIndexName(row_table, cid)]));
  if (names.length > 0) await tx.query(sql.typeAlias('void')`drop index if exists ${sql.join(names, sql.fragment`, `)}`);
  await createColumnIndexes(tx, { row_table, columns });
}

/** Creates the missing unique indexes and link indexes of columns. */
export async function createColumnIndexes(
  tx: CommonQueryMethods,
  { row_table, columns }: Pick<Schema, 'row_table' | 'columns'>,
): Promise<void> {
  for (const column of columns) {
    if (isUnique(column))
      await withDuplicateProblem(column, () =>
        tx.query(sql.typeAlias('void')`
          create unique index if not exists ${sql.identifier([uniqueIndexName(row_table, column.cid)])}
          on ${rowTableSql(row_table)} (${uniqueValueSql(column)}) where data ? ${sql.literalValue(column.cid)}`),
      );
    if (column.type === 'reference' && !column.reference?.is_inverse)
      await tx.query(sql.typeAlias('void')`
        create index if not exists ${sql.identifier([`${row_table}_${column.cid}_links`])}
        on ${rowTableSql(row_table)} using gin ((data->${sql.literalValue(column.cid)}) jsonb_path_ops)`);
  }
}

async function withDuplicateProblem(column: Column, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (brokenConstraint(error) === undefined) throw error;
    throw new Problem(
      'duplicate',
      `${column.label} cannot be unique: some rows hold the same value; change those first (group by ${column.key} finds them).`,
    );
  }
}

/** Creates the sequence of an autonumber column and numbers the existing rows, oldest first. */
export async function startAutonumber(
  tx: CommonQueryMethods,
  row_table: string,
  { cid, config }: Pick<Column, 'cid' | 'config'>,
): Promise<void> {
  const sequence = sequenceOf(row_table, cid);
  const start = typeof config.start === 'number' ? config.start : 1;
  await tx.query(sql.typeAlias('void')`create sequence if not exists ${sequence} minvalue 0`);
  // Never lower the sequence: it may have existed before.
  await tx.query(sql.type(z.object({ setval: z.number() }))`
    select setval(${`tables.${autonumberSequence(row_table, cid)}`}::text::regclass, greatest(${start}, last_value + is_called::int), false) from ${sequence}`);
  await tx.query(sql.typeAlias('void')`
    update ${rowTableSql(row_table)} as h set data = h.data || jsonb_build_object(${cid}::text, n.number)
    from (select id, nextval(${`tables.${autonumberSequence(row_table, cid)}`}::text::regclass) as number
          from (select id from ${rowTableSql(row_table)} order by id) as rows) as n
    where h.id = n.id`);
}

/** Drops the sequences of a deleted table. */
export async function dropSequences(
  tx: CommonQueryMethods,
  row_table: string,
  columns: readonly Pick<Column, 'type' | 'cid'>[],
): Promise<void> {
  for (const column of columns)
    if (column.type === 'autonumber') await tx.query(sql.typeAlias('void')`drop sequence if exists ${sequenceOf(row_table, column.cid)}`);
}
