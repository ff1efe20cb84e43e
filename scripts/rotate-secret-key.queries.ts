import type { SecretBox } from '@space/crypto';
import { type Database, sql } from '@space/database';
import { z } from 'zod';

const SealedColumn = z.object({ schema: z.string(), table: z.string(), column: z.string() });
const Sealed = z.object({ row: z.string(), sealed: z.instanceof(Buffer) });

/** A column that holds encrypted secrets. */
export type SealedColumn = z.infer<typeof SealedColumn>;

/** Returns every column of the database that holds encrypted secrets: `bytea`, with a name that begins with `sealed_`. */
export const findSealedColumns = (database: Database): Promise<readonly SealedColumn[]> =>
  database.any(sql.type(SealedColumn)`
    select table_schema as schema, table_name as table, column_name as column
    from information_schema.columns
    where data_type = 'bytea' and starts_with(column_name, 'sealed_')
    order by table_schema, table_name, column_name`);

/** Encrypts the secrets of a column with the first key of the box and returns their number. Secrets that changed meanwhile are skipped. */
export async function encryptAgain(database: Database, box: SecretBox, { schema, table, column }: SealedColumn): Promise<number> {
  const from = sql.identifier([schema, table]);
  const name = sql.identifier([column]);
  const rows = await database.any(sql.type(Sealed)`select ctid::text as row, ${name} as sealed from ${from} where ${name} is not null`);
  let count = 0;
  for (const { row, sealed } of rows) {
    const { rowCount } = await database.query(sql.typeAlias('void')`
      update ${from} set ${name} = ${sql.binary(box.seal(box.open(sealed)))} where ctid = ${row}::tid and ${name} = ${sql.binary(sealed)}`);
    count += rowCount;
  }
  return count;
}
