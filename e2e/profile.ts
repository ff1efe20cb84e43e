import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, createClient } from '@space/client';
import type { ProfileConnection } from '../scripts/profiles/profile.ts';
import type { Outside } from '../scripts/test/outside.ts';
import type { Connection } from '../services/standalone/src/connection.ts';

/**
 * The profile under test. The end-to-end tests use it as clients do, over HTTP, and each test creates its own Space.
 * SPACE_E2E names it: the JSON of a connection, as `npm test` sets it, or the URL of a standalone profile that runs with
 * SPACE_WEBHOOK_ALLOW=127.0.0.0/8 and SPACE_RATE_LIMIT=0. Of that one the operator token is read from connection.json in
 * SPACE_DATA_DIR (default `.space`). Nothing stands outside of that one: receivers use http without a certificate, and the tests of
 * Stripe fail.
 */
export interface TestProfile extends ProfileConnection, Partial<Outside['connection']> {}

/** The profile under test. */
export const profile: TestProfile = read(process.env.SPACE_E2E);

/** A client with the operator token. */
export const operator: Client = createClient({ base_url: profile.base_url, api_key: profile.operator_token });

/** The base URL of `/livez` and `/readyz` of every process. */
export const healthUrls: readonly string[] = profile.metrics_urls.map((url) => url.replace(/\/metrics$/, ''));

function read(connection: string | undefined): TestProfile {
  if (!connection) throw new Error('SPACE_E2E is not set: `npm test standalone` and `npm test cluster` start a profile and set it.');
  return connection.startsWith('{') ? (JSON.parse(connection) as TestProfile) : attach(connection, process.env.SPACE_DATA_DIR ?? '.space');
}

/** Returns a standalone profile that runs at this URL with its data in `folder`. */
function attach(url: string, folder: string): TestProfile {
  const file = join(folder, 'connection.json');
  const { base_url, mcp_url, public_url, console_url, metrics_url, operator_token } = JSON.parse(readFileSync(file, 'utf8')) as Connection;
  if (new URL(base_url).origin !== new URL(url).origin)
    throw new Error(`SPACE_E2E is ${url}, but ${file} belongs to ${base_url}; set SPACE_DATA_DIR to the data folder of that profile.`);
  return {
    profile: 'standalone',
    base_url,
    mcp_url,
    public_url,
    console_url,
    metrics_urls: [metrics_url],
    gateway_urls: [base_url],
    operator_token,
    database_url: null,
    log_files: [join(folder, 'space.log')],
  };
}
