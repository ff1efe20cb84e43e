import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecretBox } from '@space/crypto';
import { type DatabaseTarget, openDatabase } from '@space/database';
import { runningEmbeddedUrl } from '@space/database/embedded';
import { type Config, ConfigError, databaseOf, readConfig, required } from '@space/runtime';
import { encryptAgain, findSealedColumns } from './rotate-secret-key.queries.ts';

/**
 * `npm run rotate-secret-key` encrypts every stored secret again with the first key of SPACE_SECRET_KEY. To replace the
 * key: prepend the new one, separated by a comma, and restart every process; run this; then remove the old one and
 * restart. Processes may run meanwhile. Without DATABASE_URL it uses the standalone profile that runs on SPACE_DATA_DIR.
 *
 * Secrets are found by their column: each `bytea` column whose name begins with `sealed_`. A column that cannot be
 * rotated does not stop the others; it is reported, and the exit code is 1.
 */
try {
  const config = readConfig();
  const { target, keys } = await installation(config);
  const database = await openDatabase(target);
  const box = createSecretBox(keys);
  let count = 0;
  for (const column of await findSealedColumns(database)) {
    const name = `${column.schema}.${column.table}.${column.column}`;
    try {
      const { encrypted, unreadable } = await encryptAgain(database, box, column);
      count += encrypted;
      if (unreadable > 0)
        fail(`${name}: no key of SPACE_SECRET_KEY decrypts ${unreadable} secrets; put their key at its end and run this again.`);
    } catch (error) {
      fail(`${name}: ${(error as Error).message}.`);
    }
  }
  await database.end();
  process.stdout.write(`Encrypted ${count} secrets with the first key of SPACE_SECRET_KEY.\n`);
} catch (error) {
  fail(error instanceof ConfigError ? error.message : `${(error as Error).stack}`);
}

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}

/** Returns the database and the keys of the settings, or those of the standalone profile in the data folder. */
async function installation(config: Config): Promise<{ target: string | DatabaseTarget; keys: string }> {
  if (config.DATABASE_URL) return { target: databaseOf(config), keys: required(config, 'SPACE_SECRET_KEY') };
  const url = await runningEmbeddedUrl(join(config.SPACE_DATA_DIR, 'postgres'));
  if (!url)
    throw new ConfigError(`DATABASE_URL is not set, and no standalone profile runs on ${config.SPACE_DATA_DIR}; set one of the two.`);
  const keys = config.SPACE_SECRET_KEY ?? (await readFile(join(config.SPACE_DATA_DIR, 'secret.key'), 'utf8')).trim();
  return { target: url, keys };
}
