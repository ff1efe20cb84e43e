import { createSecretBox } from '@space/crypto';
import { openDatabase } from '@space/database';
import { ConfigError, readConfig, required } from '@space/runtime';
import { encryptAgain, findSealedColumns } from './rotate-secret-key.queries.ts';

/**
 * `npm run rotate-secret-key` encrypts every stored secret again with the first key of SPACE_SECRET_KEY. To replace the
 * key: prepend the new one, separated by a comma, and restart every process; run this; then remove the old one and
 * restart. Processes may run meanwhile: a secret that changes at the same time is skipped, because the process has
 * already encrypted it with the new key.
 *
 * Secrets are found by their column: each `bytea` column whose name begins with `sealed_`.
 */
try {
  const config = readConfig();
  const database = await openDatabase(required(config, 'DATABASE_URL'));
  const box = createSecretBox(required(config, 'SPACE_SECRET_KEY'));
  let count = 0;
  for (const column of await findSealedColumns(database)) count += await encryptAgain(database, box, column);
  await database.end();
  process.stdout.write(`Encrypted ${count} secrets with the first key of SPACE_SECRET_KEY.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
