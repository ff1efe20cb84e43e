import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { contracts } from '@space/contracts/catalog';
import { createSecretBox } from '@space/crypto';
import { sql } from '@space/database';
import { callAs, newSpaceCaller, startServices, testPorts } from '@space/runtime/testing';
import { z } from 'zod';
import { eventsService } from '../src/service.ts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('../../../scripts/rotate-secret-key.ts', import.meta.url));
const newKey = () => randomBytes(32).toString('base64');

test('a secret key is replaced: after sealing again the new key alone opens every signing secret', async () => {
  const [before, after] = [newKey(), newKey()];
  const services = await startServices([eventsService], await testPorts({ environment: { SPACE_SECRET_KEY: before } }));
  const { database, url } = services.ports;
  const call = callAs(services.ports, newSpaceCaller());
  const { subscription, secret } = await call(
    contracts.listeners,
    'create',
    { kind: 'webhook', name: 'Hook', url: 'https://93.184.216.34/', event_types: ['*'] },
    { idempotency_key: 'once' },
  );
  const { stdout } = await run(process.execPath, [program], {
    env: { ...process.env, DATABASE_URL: url, SPACE_SECRET_KEY: `${after},${before}` },
  });
  expect(stdout).toBe('Encrypted 2 secrets with the first key of SPACE_SECRET_KEY.\n');
  const sealed = await database.oneFirst(sql.type(z.object({ secret: z.instanceof(Buffer) }))`
    select secret from events.listener where id = ${subscription.id}`);
  expect(createSecretBox(after).open(sealed)).toBe(secret);
  expect(() => createSecretBox(before).open(sealed)).toThrow();
  await services.stop();
});
