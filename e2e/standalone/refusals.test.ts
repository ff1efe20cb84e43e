import { readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, jest, test } from '@jest/globals';
import { sharded } from '@space/runtime/testing';
import { cleanUp, failToLaunch, newFolder, settings } from './launch.ts';

jest.setTimeout(180_000);

afterAll(cleanUp);

/** Returns the error of a start with wrong settings, which must be one sentence without a stack trace. */
async function startError(env: Readonly<Record<string, string>>): Promise<string> {
  const { code, stderr, stdout } = await failToLaunch(env);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^[A-Z][^\n]*\.\n$/);
  expect(stderr).not.toMatch(/ at .*\.ts:\d+/);
  return stderr.trim();
}

test.each(sharded(['SPACE_PORT', 'SPACE_PUBLIC_PORT', 'SPACE_CONSOLE_PORT', 'SPACE_METRICS_PORT'], (name) => name))(
  'a taken %s fails the start with one sentence and leaves no process',
  async (name) => {
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as { port: number };
    const folder = await newFolder();
    expect(await startError(await settings(folder, { [name]: String(port) }))).toBe(
      `Port ${port} is in use by another program; set ${name} to a free port.`,
    );
    expect(await readdir(folder)).not.toContain('pid');
    expect(await readdir(join(folder, 'postgres', 'data'))).not.toContain('postmaster.pid');
    await new Promise((closed) => server.close(closed));
  },
);

test('a data folder that is not writable fails the start with one sentence', async () => {
  const file = join(await newFolder(), 'a-file');
  await writeFile(file, '');
  expect(await startError(await settings(join(file, 'data')))).toMatch(
    /^The data folder .*a-file\/data cannot be written \(ENOTDIR\); set SPACE_DATA_DIR/,
  );
});

// What a value must be is tested where it is read; these are one of each place where a start refuses its settings.
const refused: readonly (readonly [settings: Readonly<Record<string, string>>, sentence: RegExp])[] = [
  [{ SPACE_SECRET_KEY: 'too short' }, /SPACE_SECRET_KEY/],
  [{ SPACE_PORT: 'eighty' }, /^SPACE_PORT must be /],
  [{ SPACE_WEBHOOK_ALLOW: 'everything' }, /SPACE_WEBHOOK_ALLOW/],
  [{ DATABASE_URL: 'postgres://127.0.0.1:9/space' }, /^The Postgres of DATABASE_URL cannot be used/],
  [{ DATABASE_URL: 'postgres://127.0.0.1:9/space?sslmode=verify-full', DATABASE_CA: '/missing' }, /^DATABASE_CA names a file/],
  [{ DATABASE_CA: '/ca.pem' }, /^DATABASE_CA has no effect without DATABASE_URL/],
  [{ NATS_URL: 'nats://127.0.0.1' }, /^NATS_URL has no effect on the standalone profile/],
  [{ SPACE_OPERATOR_TOKEN_FILE: '/missing' }, /^SPACE_OPERATOR_TOKEN_FILE names a file/],
];

test.each(sharded(refused, ([over]) => JSON.stringify(over)))(
  'the setting %j fails the start with one sentence that names it',
  async (over, sentence) => {
    expect(await startError(await settings(await newFolder(), over))).toMatch(sentence);
  },
);
