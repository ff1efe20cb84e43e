import { migrate } from '@space/database';
import { ConfigError, databaseOf, migrationsOf, readConfig } from '@space/runtime';
import { services } from '../services/standalone/src/services.ts';

/** `npm run migrate` applies all missing migrations to the Postgres of DATABASE_URL. Concurrent and repeated runs are safe. */
try {
  const applied = await migrate(databaseOf(readConfig()), migrationsOf(services));
  process.stdout.write(applied.length > 0 ? `Applied ${applied.join(', ')}.\n` : 'Nothing to apply.\n');
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
