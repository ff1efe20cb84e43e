import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@space/client';
import { scopes } from '@space/contracts/core';
import { startStandalone } from '../profiles/standalone.ts';
import { runSchemathesis } from './run.ts';

/**
 * `npm run schemathesis [seconds] [-- options]` starts a standalone profile with an empty Space and sends generated requests to
 * each operation of its OpenAPI document, by default for 300 seconds. The exit code is that of schemathesis: 0 when all checks
 * passed. Options go to `st run`, for example `--include-tag Contacts`. After a failure the lines of the log about server errors follow.
 */
const [first = '', ...others] = process.argv.slice(2);
const [seconds, options] = /^\d+$/.test(first) ? [first, others] : ['300', process.argv.slice(2)];
const folder = await mkdtemp(join(tmpdir(), 'space-schemathesis-'));
const profile = await startStandalone(folder, { SPACE_RATE_LIMIT: '0' });
try {
  const { base_url, operator_token } = profile.connection;
  const operator = createClient({ base_url, api_key: operator_token });
  const { id: space_id } = await operator.settings.create_space({ name: 'Schemathesis' });
  const { api_key } = await operator.settings.create_key({ space_id, name: 'Schemathesis', scopes: [...scopes] });
  const run = { base_url, api_key, options: ['--max-time', seconds, ...options], folder, stdio: 'inherit' as const };
  process.exitCode = (await runSchemathesis(run)).code;
  if (process.exitCode !== 0)
    for (const file of profile.connection.log_files)
      for (const line of (await readFile(file, 'utf8')).split('\n'))
        if (line.includes('"level":"error"')) process.stdout.write(`${line}\n`);
} finally {
  await profile.stop();
  await rm(folder, { recursive: true, force: true });
}
