import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { migrate } from '@space/database';
import { migrationsOf } from '@space/runtime';
import { Client } from 'pg';
import { disposablePostgres } from './disposable-postgres.ts';

const services = fileURLToPath(new URL('../../services/', import.meta.url));

/**
 * Once before all tests that need Postgres: a server (TEST_DATABASE_URL, or one of our own in a temporary folder) and
 * in it one database with every migration applied, of which `freshDatabase()` makes copies.
 */
export default async function startPostgres(): Promise<void> {
  process.env.TEST_DATABASE_URL ??= await disposablePostgres.start();
  const template = `space_template_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${template}`);
  const url = new URL(process.env.TEST_DATABASE_URL);
  url.pathname = template;
  await migrate(url.href, migrationsOf(await servicesWithMigrations()));
  await onServer(`alter database ${template} allow_connections false is_template true`);
  process.env.TEST_DATABASE_TEMPLATE = template;
}

async function servicesWithMigrations() {
  const names = (await readdir(services)).sort();
  return names
    .map((schema) => ({ schema, migrations: `${services}${schema}/migrations` }))
    .filter(({ migrations }) => existsSync(migrations));
}

async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
