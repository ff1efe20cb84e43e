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

test('npm run rotate-secret-key encrypts signing secrets and stored responses with the new key', async () => {
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
  const box = createSecretBox(before);
  // The account of a social network, whose token another service encrypted.
  await database.query(sql.typeAlias('void')`
    insert into publishing.social_account 
      (id, space_id, platform, server, remote_id, handle, display_name, url, status, max_characters, max_media, sealed_secret, sealed_session, created_at, updated_at)
    values ('sac_1', 'spc_1', 'bluesky', 'https://bsky.social', 'did:1', '@ada', 'Ada', 'https://bsky.app', 'connected', 300, 4,
            ${sql.binary(box.seal('token'))}, ${sql.binary(box.seal('session'))}, now(), now())`);
  const { stdout } = await run(process.execPath, [program], {
    env: { ...process.env, DATABASE_URL: url, SPACE_SECRET_KEY: `${after},${before}` },
  });
  expect(stdout).toBe('Encrypted 4 secrets with the first key of SPACE_SECRET_KEY.\n');
  const sealed = await database.oneFirst(sql.type(z.object({ secret: z.instanceof(Buffer) }))`
    select sealed_secret as secret from events.listener where id = ${subscription.id}`);
  expect(createSecretBox(after).open(sealed)).toBe(secret);
  expect(() => createSecretBox(before).open(sealed)).toThrow();
  const account = await database.one(sql.type(z.object({ sealed_secret: z.instanceof(Buffer), sealed_session: z.instanceof(Buffer) }))`
    select sealed_secret, sealed_session from publishing.social_account where id = 'sac_1'`);
  expect([createSecretBox(after).open(account.sealed_secret), createSecretBox(after).open(account.sealed_session)]).toEqual([
    'token',
    'session',
  ]);
  await services.stop();
});
