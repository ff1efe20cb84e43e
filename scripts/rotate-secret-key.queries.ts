import type { SecretBox } from '@space/crypto';
import { type Database, sql } from '@space/database';
import { z } from 'zod';

const SealedColumn = z.object({
  schema: z.string(),
  table: z.string(),
  column: z.string(),
  /** True if the table has the text that is authenticated with each secret, in `…_purpose` of `sealed_…`. */
  has_purpose: z.boolean(),
});
const Sealed = z.object({ row: z.string(), sealed: z.instanceof(Buffer), purpose: z.string() });

/** A column that holds encrypted secrets. */
export type SealedColumn = z.infer<typeof SealedColumn>;

/** The number of secrets of a column that were encrypted again, and of those that no key of the box decrypts. */
export interface Rotated {
  readonly encrypted: number;
  readonly unreadable: number;
}

/**
 * Returns every column of the database that holds encrypted secrets: `bytea`, with a name that begins with `sealed_`. The
 * catalog names them also when the role may not read them; information_schema would leave those out.
 */
export const findSealedColumns = (database: Database): Promise<readonly SealedColumn[]> =>
  database.any(sql.type(SealedColumn)`
    select n.nspname as schema, c.relname as table, a.attname as column, exists (
      select from pg_catalog.pg_attribute as p
      where p.attrelid = c.oid and p.attname = replace(a.attname, 'sealed_', '') || '_purpose' and not p.attisdropped) as has_purpose
    from pg_catalog.pg_attribute as a
    join pg_catalog.pg_class as c on c.oid = a.attrelid
    join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
      and a.atttypid = 'bytea'::regtype and starts_with(a.attname, 'sealed_')
    order by 1, 2, 3`);

const BATCH = 500;

/** Passes over a column before a process is assumed to encrypt with an old key. */
const MAX_PASSES = 20;

/**
 * Encrypts the secrets of a column with the first key of the box, until it holds none of another key. A row that changes
 * meanwhile is read again by the next pass. Throws if secrets of other keys continue to appear.
 */
export async function encryptAgain(database: Database, box: SecretBox, column: SealedColumn): Promise<Rotated> {
  let encrypted = 0;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const result = await encryptOnce(database, box, column);
    encrypted += result.encrypted;
    if ((await countOfOtherKeys(database, box, column)) <= result.unreadable) return { encrypted, unreadable: result.unreadable };
  }
  throw new Error('a process still encrypts with another key; restart every process with the new SPACE_SECRET_KEY, then run this again');
}

const names = ({ schema, table, column, has_purpose }: SealedColumn) => ({
  from: sql.identifier([schema, table]),
  name: sql.identifier([column]),
  purpose: has_purpose ? sql.identifier([`${column.replace('sealed_', '')}_purpose`]) : sql.fragment`''`,
});

const ofOtherKeys = (box: SecretBox, name: ReturnType<typeof sql.identifier>) =>
  sql.fragment`${name} is not null and substring(${name} from 1 for ${box.keyId.length}) <> ${sql.binary(box.keyId)}`;

async function countOfOtherKeys(database: Database, box: SecretBox, column: SealedColumn): Promise<number> {
  const { from, name } = names(column);
  return database.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from ${from} where ${ofOtherKeys(box, name)}`);
}

async function encryptOnce(database: Database, box: SecretBox, column: SealedColumn): Promise<Rotated> {
  const { from, name, purpose } = names(column);
  let [encrypted, unreadable] = [0, 0];
  for (let last = '(0,0)'; ; ) {
    const rows = await database.any(sql.type(Sealed)`
      select ctid::text as row, ${name} as sealed, ${purpose} as purpose from ${from}
      where ctid > ${last}::tid and ${ofOtherKeys(box, name)} order by ctid limit ${BATCH}`);
    for (const { row, sealed, purpose: text } of rows) {
      const plain = decrypt(box, sealed, text);
      if (plain === undefined) {
        unreadable += 1;
        continue;
      }
      const { rowCount } = await database.query(sql.typeAlias('void')`
        update ${from} set ${name} = ${sql.binary(box.seal(plain, text))} where ctid = ${row}::tid and ${name} = ${sql.binary(sealed)}`);
      encrypted += rowCount;
    }
    if (rows.length < BATCH) return { encrypted, unreadable };
    last = rows.at(-1)!.row;
  }
}

/** Returns the secret, or undefined if no key of the box decrypts it. */
function decrypt(box: SecretBox, sealed: Buffer, purpose: string): string | undefined {
  try {
    return box.open(sealed, purpose);
  } catch {
    return undefined;
  }
}
