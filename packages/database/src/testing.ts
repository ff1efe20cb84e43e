import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { type Migrations, migrate } from './migrate.ts';

export * from './testing-kill-step.ts';

/** The database of one test file, with every migration applied. */
export interface FreshDatabase {
  readonly url: string;
  /** Deletes it and closes all connections to it. */
  drop(): Promise<void>;
}

/** The server of the test run, and the migrated database that all test databases are copies of. */
const { TEST_DATABASE_URL: server, TEST_DATABASE_TEMPLATE: template } = process.env;

/** Creates a database as a copy of the migrated template, in some tens of milliseconds. */
export async function freshDatabase(): Promise<FreshDatabase> {
  if (!server || !template)
    throw new Error(
      'TEST_DATABASE_URL and TEST_DATABASE_TEMPLATE are not set: only the suites integration and e2e start a Postgres (jest.config.mjs).',
    );
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(`create database ${name} template ${template} strategy file_copy`);
  const url = new URL(server);
  url.pathname = name;
  return { url: url.href, drop: () => onServer(`drop database if exists ${name} with (force)`) };
}

/** Ends all connections to a test database and refuses new ones until `act` is done, as a restart of its server does. */
export async function whileRestarting(url: string, act: () => Promise<unknown>): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await onServer(`alter database ${name} with allow_connections false`);
  try {
    await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    await act();
  } finally {
    await onServer(`alter database ${name} with allow_connections true`);
  }
}

/** Applies one migration to a test database again, to data that the test wrote as it was before. */
export async function applyAgain(url: string, migrations: Migrations, name: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client
    .query('delete from public.space_migration where schema = $1 and name = $2', [migrations.schema, name])
    .finally(() => client.end());
  if (rowCount !== 1) throw new Error(`The migration ${migrations.schema}/${name} is not applied.`);
  await migrate(url, [migrations]);
}

async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
