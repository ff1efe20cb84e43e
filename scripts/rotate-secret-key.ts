import { createSecretBox, type SecretBox } from '@space/crypto';
import { type Database, openDatabase, sql } from '@space/database';
import { ConfigError, readConfig, required } from '@space/runtime';
import { z } from 'zod';
import { services } from '../services/standalone/src/services.ts';

/**
 * `npm run rotate-secret-key` encrypts every stored secret again with the first key of SPACE_SECRET_KEY. To replace the
 * key: prepend the new one, separated by a comma, and restart every process; run this; then remove the old one and
 * restart. Processes may run meanwhile: a secret that changes at the same time is skipped, because the process has
 * already encrypted it with the new key.
 */
type Fragment = ReturnType<typeof sql.fragment>;
const Sealed = z.object({ place: z.string(), sealed: z.instanceof(Buffer) });

async function encryptAgain(database: Database, box: SecretBox, table: Fragment, column: Fragment): Promise<number> {
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
  let count = await encryptAgain(database, box, sql.fragment`events.listener`, sql.fragment`secret`);
  count += await encryptAgain(database, box, sql.fragment`tables.share_link`, sql.fragment`sealed_token`);
  for (const schema of schemas)
    count += await encryptAgain(database, box, sql.fragment`${sql.identifier([schema, 'idempotency'])}`, sql.fragment`sealed_answer`);
  await database.end();
  process.stdout.write(`Encrypted ${count} secrets with the first key of SPACE_SECRET_KEY.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
