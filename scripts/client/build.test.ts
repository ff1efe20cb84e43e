import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { buildClient } from './build.ts';

test('a build without a compiler fails with the way out and writes nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'client-'));
  const built = join(folder, 'built');
  await expect(buildClient(built, join(folder, 'tsc'))).rejects.toThrow(/^npm run client needs the development tools: npm ci$/);
  expect(existsSync(built)).toBe(false);
  await rm(folder, { recursive: true });
});
