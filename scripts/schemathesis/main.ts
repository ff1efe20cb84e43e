import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@space/client';
import { scopes } from '@space/contracts/core';
import { startStandalone } from '../profiles/standalone.ts';
import { pythonWith } from '../test/foreign-packages.ts';

/**
 * `npm run schemathesis [seconds] [-- options]` starts a standalone profile with an empty Space and sends generated requests to
 * each operation of its OpenAPI document, by default for 300 seconds. The exit code is that of schemathesis: 0 when all checks
 * passed. Options go to `st run`, for example `--include-tag Contacts`.
 */
const [first = '', ...others] = process.argv.slice(2);
const [seconds, options] = /^\d+$/.test(first) ? [first, others] : ['300', process.argv.slice(2)];
const python = await pythonWith(join(import.meta.dirname, 'requirements.txt'));
const folder = await mkdtemp(join(tmpdir(), 'space-schemathesis-'));
const profile = await startStandalone(folder, { SPACE_RATE_LIMIT: '0' });
try {
  const { base_url, operator_token } = profile.connection;
  const operator = createClient({ base_url, api_key: operator_token });
  const { id: space_id } = await operator.settings.create_space({ name: 'Schemathesis' });
  const { api_key } = await operator.settings.create_key({ space_id, name: 'Schemathesis', scopes: [...scopes] });
  process.exitCode = await schemathesis(base_url, api_key);
} finally {
  await profile.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Runs schemathesis with its output on the terminal and returns its exit code. */
function schemathesis(baseUrl: string, key: string): Promise<number> {
  const child = spawn(
    join(python, '..', 'st'),
    [
      ...['--config-file', join(import.meta.dirname, 'schemathesis.toml')],
      ...['run', `${baseUrl}/openapi.json`, '--max-time', seconds, '--header', `Authorization: Bearer ${key}`, ...options],
    ],
    { cwd: folder, stdio: 'inherit' },
  );
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', (code) => done(code ?? 1));
  });
}
