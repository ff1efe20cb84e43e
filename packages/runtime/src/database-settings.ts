import { type DatabaseTarget, DatabaseUrlError, databaseTarget } from '@space/database';
import { type Config, ConfigError, required } from './config.ts';
import { certificatesOf } from './secret-text.ts';

/** Returns the Postgres of DATABASE_URL and DATABASE_CA, DATABASE_CERT, DATABASE_KEY. Throws ConfigError if they cannot be used. */
export function databaseOf(config: Config): DatabaseTarget {
  const url = required(config, 'DATABASE_URL');
  try {
    return databaseTarget(url, certificatesOf(config, 'DATABASE'));
  } catch (error) {
    if (error instanceof DatabaseUrlError) throw new ConfigError(`DATABASE_URL ${error.message}.`);
    throw error;
  }
}
