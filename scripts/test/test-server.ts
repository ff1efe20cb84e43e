import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { root } from '../step.ts';

/** The folder of the server that `npm run db` starts. */
export const TEST_SERVER_FOLDER = join(root, 'node_modules', '.cache', 'test-postgres');
/** The file with the URL of that server while it runs. */
export const TEST_SERVER_URL_FILE = join(TEST_SERVER_FOLDER, 'url');

/** Returns the URL of the server of `npm run db`, or undefined if it does not run. */
export async function runningTestServer(): Promise<string | undefined> {
  const url = await readFile(TEST_SERVER_URL_FILE, 'utf8').catch(() => '');
  if (url === '') return undefined;
  const client = new Client({ connectionString: url.trim(), connectionTimeoutMillis: 1_000 });
  try {
    await client.connect();
    return url.trim();
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => {});
  }
}
