import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** A database of its own for one test file, with every migration applied. */
export interface FreshDatabase {
  readonly url: string;
  /** Deletes it, whoever is still connected. */
  drop(): Promise<void>;
}

/** What the test run was given: its server, and the migrated database on it that all others are copies of. */
const { TEST_DATABASE_URL: server, TEST_DATABASE_TEMPLATE: template } = process.env;

/** Copies the migrated template: some tens of milliseconds, and nothing to truncate. */
export async function freshDatabase(): Promise<FreshDatabase> {
  if (!server || !template) throw new Error('There is no test Postgres: only the suites integration and e2e start one (jest.config.mjs).');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(`create database ${name} template ${template} strategy file_copy`);
  const url = new URL(server);
  url.pathname = name;
  return { url: url.href, drop: () => onServer(`drop database if exists ${name} with (force)`) };
}

async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
