import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { contracts } from '@space/contracts/catalog';
import { createSecretBox } from '@space/crypto';
import { type Database, openDatabase, sql } from '@space/database';
import { freshDatabase } from '@space/database/testing';
import { callAs, eventually, newSpaceCaller, startServices, testPorts } from '@space/runtime/testing';
import { z } from 'zod';
import { eventsService } from '../src/service.ts';

const program = fileURLToPath(new URL('../../../scripts/rotate-secret-key.ts', import.meta.url));
const newKey = () => randomBytes(32).toString('base64');

/** Runs the command and returns its output and exit code. */
const rotate = (url: string, keys: string): Promise<{ stdout: string; stderr: string; code: number }> =>
  promisify(execFile)(process.execPath, [program], { env: { ...process.env, DATABASE_URL: url, SPACE_SECRET_KEY: keys } }).then(
    ({ stdout, stderr }) => ({ stdout, stderr, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => error,
  );

/** Inserts the account of a social network, whose token another service encrypted. */
const insertAccount = (database: Database, id: string, secret: Buffer) =>
  database.query(sql.typeAlias('void')`
    insert into publishing.social_account
      (id, space_id, platform, server, remote_id, handle, display_name, url, status, max_characters, max_media, sealed_secret, sealed_session, created_at, updated_at)
    values (${id}, 'spc_1', 'bluesky', 'https://bsky.social', ${id}, '@ada', 'Ada', 'https://bsky.app', 'connected', 300, 4,
            ${sql.binary(secret)}, ${sql.binary(secret)}, now(), now())`);

const findAccount = (database: Database, id: string) =>
  database.one(sql.type(z.object({ sealed_secret: z.instanceof(Buffer), sealed_session: z.instanceof(Buffer) }))`
    select sealed_secret, sealed_session from publishing.social_account where id = ${id}`);

test('npm run rotate-secret-key encrypts signing secrets, stored responses and tokens of accounts with the new key', async () => {
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
  await insertAccount(database, 'sac_1', createSecretBox(before).seal('token'));
  expect(await rotate(url, `${after},${before}`)).toEqual({
    stdout: 'Encrypted 4 secrets with the first key of SPACE_SECRET_KEY.\n',
    stderr: '',
    code: 0,
  });
  const sealed = await database.oneFirst(sql.type(z.object({ secret: z.instanceof(Buffer) }))`
    select sealed_secret as secret from events.listener where id = ${subscription.id}`);
  expect(createSecretBox(after).open(sealed)).toBe(secret);
  expect(() => createSecretBox(before).open(sealed)).toThrow();
  const account = await findAccount(database, 'sac_1');
  for (const value of [account.sealed_secret, account.sealed_session]) expect(createSecretBox(after).open(value)).toBe('token');
  expect((await rotate(url, after)).stdout).toBe('Encrypted 0 secrets with the first key of SPACE_SECRET_KEY.\n');
  await services.stop();
});

test('a row that another process changes meanwhile is encrypted with the new key too', async () => {
  const [before, after] = [newKey(), newKey()];
  const { url, drop } = await freshDatabase();
  const database = await openDatabase(url, { connections: 4 });
  await insertAccount(database, 'sac_1', createSecretBox(before).seal('token'));
  const rotating = await database.transaction(async (tx) => {
    await tx.query(sql.typeAlias('void')`update publishing.social_account set last_published_at = now()`);
    const started = rotate(url, `${after},${before}`);
    await eventually(
      async () =>
        expect(
          await tx.oneFirst(sql.type(z.object({ waiting: z.number() }))`
            select count(*) as waiting from pg_locks where not granted and transactionid = pg_current_xact_id()::xid`),
        ).toBe(1),
      { timeout: 30_000 },
    );
    return { started };
  });
  expect((await rotating.started).code).toBe(0);
  const account = await findAccount(database, 'sac_1');
  for (const value of [account.sealed_secret, account.sealed_session]) expect(createSecretBox(after).open(value)).toBe('token');
  await database.end();
  await drop();
});

test('a secret that no key decrypts is reported and does not stop the others', async () => {
  const [before, after] = [newKey(), newKey()];
  const { url, drop } = await freshDatabase();
  const database = await openDatabase(url);
  await insertAccount(database, 'sac_1', createSecretBox(newKey()).seal('lost'));
  await insertAccount(database, 'sac_2', createSecretBox(before).seal('token'));
  expect(await rotate(url, `${after},${before}`)).toMatchObject({
    stdout: 'Encrypted 2 secrets with the first key of SPACE_SECRET_KEY.\n',
    stderr: expect.stringMatching(
      /^publishing\.social_account\.sealed_secret: no key of SPACE_SECRET_KEY decrypts 1 secrets.*\npublishing\.social_account\.sealed_session: /,
    ),
    code: 1,
  });
  expect(createSecretBox(after).open((await findAccount(database, 'sac_2')).sealed_secret)).toBe('token');
  await database.end();
  await drop();
});

test('every column of the migrated database that may hold an encrypted value is found by its name', async () => {
  const { url, drop } = await freshDatabase();
  const database = await openDatabase(url);
  const columns = await database.any(sql.type(z.object({ name: z.string(), type: z.string() }))`
    select table_schema || '.' || table_name || '.' || column_name as name, data_type as type from information_schema.columns
    where table_schema not in ('pg_catalog', 'information_schema') and (data_type = 'bytea' or column_name like '%sealed%')
    order by name`);
  // Hashes, published bodies, uploaded files and documents. A new column of bytes is encrypted and begins with sealed_, or stands here.
  const PLAIN = /\.(hash|old_hash|public_key|token_hash|call_hash|feed_hash|payload|content|state|update|anchor_start|anchor_end)$/;
  const sealed = columns.filter(({ name }) => !PLAIN.test(name));
  for (const column of sealed) expect(column).toEqual({ name: expect.stringMatching(/\.sealed_\w+$/), type: 'bytea' });
  expect(sealed.length).toBeGreaterThanOrEqual(10);
  // Each column is visited: a value that no key decrypts is reported for all that hold one.
  await insertAccount(database, 'sac_1', createSecretBox(newKey()).seal('lost'));
  const { stderr } = await rotate(url, newKey());
  expect(sealed.map(({ name }) => name)).toEqual(expect.arrayContaining(stderr.match(/publishing\.\w+\.\w+(?=:)/g)!));
  await database.end();
  await drop();
});
