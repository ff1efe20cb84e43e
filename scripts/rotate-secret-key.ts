import { createSecretBox, type SecretBox } from '@space/crypto';
import { type Database, openDatabase, sql } from '@space/database';
import { ConfigError, readConfig, required } from '@space/runtime';
import { z } from 'zod';
import { services } from '../services/standalone/src/services.ts';

/**
 * Seals everything that is encrypted at rest again with the first key of SPACE_SECRET_KEY. To replace the key: put a new
 * one in front of the old, with a comma, and restart every process; run this; then take the old one away and restart.
 * Processes may go on meanwhile: a secret that changes under the hand is left, and is sealed with the new key already.
 */
type Fragment = ReturnType<typeof sql.fragment>;
const Sealed = z.object({ place: z.string(), sealed: z.instanceof(Buffer) });

async function reseal(database: Database, box: SecretBox, table: Fragment, column: Fragment): Promise<number> {
  const rows = await database.any(
    sql.type(Sealed)`select ctid::text as place, ${column} as sealed from ${table} where ${column} is not null`,
  );
  let count = 0;
  for (const { place, sealed } of rows) {
    const { rowCount } = await database.query(sql.typeAlias('void')`
      update ${table} set ${column} = ${sql.binary(box.seal(box.open(sealed)))} where ctid = ${place}::tid and ${column} = ${sql.binary(sealed)}`);
    count += rowCount;
  }
  return count;
}

try {
  const config = readConfig();
  const database = await openDatabase(required(config, 'DATABASE_URL'));
  const box = createSecretBox(required(config, 'SPACE_SECRET_KEY'));
  const schemas = [...new Set(services.map((service) => service.schema))];
  let count = await reseal(database, box, sql.fragment`events.listener`, sql.fragment`secret`);
  count += await reseal(database, box, sql.fragment`tables.share_link`, sql.fragment`sealed_token`);
  for (const schema of schemas)
    count += await reseal(database, box, sql.fragment`${sql.identifier([schema, 'idempotency'])}`, sql.fragment`sealed_answer`);
  await database.end();
  process.stdout.write(`Sealed ${count} secrets with the first key of SPACE_SECRET_KEY.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
