import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Migrations, migrate } from '@space/database';
import { migrationsOf } from '@space/runtime';
import { Client } from 'pg';
import { root } from '../step.ts';

/** Returns the migrations of every service in a folder of services, by name, each with those of its outbox. */
export async function findMigrations(services = join(root, 'services')): Promise<Migrations[]> {
  const names = (await readdir(services)).sort();
  return migrationsOf(
    names
      .map((schema) => ({ schema, migrations: join(services, schema, 'migrations') }))
      .filter(({ migrations }) => existsSync(migrations)),
  );
}

/** Returns `space_template_<hash>`; the hash is of the names and the text of all migrations. */
export async function templateName(all: readonly Migrations[]): Promise<string> {
  const hash = createHash('sha256');
  for (const { schema, folder } of all)
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort())
      hash.update(`${schema}/${name}\0${await readFile(join(folder, name), 'utf8')}\0`);
  return `space_template_${hash.digest('hex').slice(0, 16)}`;
}

/**
 * Returns the name of the template: a database of this server with every migration applied, which `freshDatabase()`
 * copies. It is created once and remains; changed migrations create another. It is created under a draft name and then
 * renamed, so that a template is always complete.
 */
export async function ensureTemplate(server: string, all?: readonly Migrations[]): Promise<string> {
  const migrations = all ?? (await findMigrations());
  const name = await templateName(migrations);
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    if (await exists(client, name)) return name;
    const draft = `${name}_${randomBytes(4).toString('hex')}`;
    await client.query(`create database ${draft}`);
    const url = new URL(server);
    url.pathname = draft;
    await migrate(url.href, migrations);
    await client.query(`alter database ${draft} allow_connections false is_template true`);
    await client.query(`alter database ${draft} rename to ${name}`).catch(async (error: unknown) => {
      // Another run created it meanwhile.
      if (!(await exists(client, name))) throw error;
      await client.query(`alter database ${draft} is_template false`);
      await client.query(`drop database ${draft}`);
    });
    return name;
  } finally {
    await client.end();
  }
}

async function exists(client: Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
  return rowCount === 1;
}
