import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { type DatabaseTarget, databaseTarget } from './target.ts';

/** The numbered .sql files of one service and the schema of its tables. */
export interface Migrations {
  readonly schema: string;
  readonly folder: string;
}

/** The advisory lock that lets one process migrate at a time. */
const LOCK = 7_226_001;

/** Creates the schemas and applies new files in order, each in its own transaction. Returns the applied files. */
export async function migrate(target: string | DatabaseTarget, all: readonly Migrations[]): Promise<string[]> {
  const client = createClient(target);
  await client.connect();
  const applied: string[] = [];
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists public.space_migration (schema text, name text, hash text not null, applied_at timestamptz not null default now(), primary key (schema, name))',
    );
    for (const { schema, folder } of all)
      for (const name of await sqlFiles(folder)) {
        const text = await readFile(join(folder, name), 'utf8');
        if (await applyOnce(client, schema, name, text)) applied.push(`${schema}/${name}`);
      }
    return applied;
  } finally {
    await client.end();
  }
}

/** Returns the files that are not applied yet. A process is not ready before this list is empty. */
export async function missingMigrations(target: string | DatabaseTarget, all: readonly Migrations[]): Promise<string[]> {
  const client = createClient(target);
  await client.connect();
  try {
    const exists = await client.query<{ table: string | null }>(`select to_regclass('public.space_migration')::text as table`);
    const rows = exists.rows[0]?.table
      ? (await client.query<{ id: string }>(`select schema || '/' || name as id from public.space_migration`)).rows
      : [];
    const have = new Set(rows.map((row) => row.id));
    const wanted = await Promise.all(all.map(async ({ schema, folder }) => (await sqlFiles(folder)).map((name) => `${schema}/${name}`)));
    return wanted.flat().filter((id) => !have.has(id));
  } finally {
    await client.end();
  }
}

function createClient(target: string | DatabaseTarget): Client {
  const { url, ssl } = typeof target === 'string' ? databaseTarget(target) : target;
  return new Client({ connectionString: url, ssl });
}

const sqlFiles = async (folder: string): Promise<string[]> => (await readdir(folder)).filter((name) => /^\d{3}-.*\.sql$/.test(name)).sort();

async function applyOnce(client: Client, schema: string, name: string, text: string): Promise<boolean> {
  const hash = createHash('sha256').update(text).digest('hex');
  const { rows } = await client.query<{ hash: string }>('select hash from public.space_migration where schema = $1 and name = $2', [
    schema,
    name,
  ]);
  if (rows[0]) {
    if (rows[0].hash !== hash) throw new Error(`Migration ${schema}/${name} was changed after it was applied; add a new file instead.`);
    return false;
  }
  try {
    await client.query('begin');
    await client.query(`create schema if not exists "${schema}"`);
    await client.query(`set local search_path to "${schema}", public`);
    await client.query(text);
    await client.query('insert into public.space_migration (schema, name, hash) values ($1, $2, $3)', [schema, name, hash]);
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${schema}/${name} failed: ${(error as Error).message}`, { cause: error });
  }
}
