import { mkdir, mkdtempDisposable, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { cached } from './cache.ts';

const parent = () => mkdtempDisposable(join(tmpdir(), 'space-cache-'));
const fill = (text: string) => async (draft: string) => {
  await delay(20);
  await writeFile(join(draft, 'file'), text);
};

test('fills a folder once', async () => {
  await using above = await parent();
  const folder = join(above.path, 'deep', 'kafka');
  await cached(folder, fill('first'));
  await cached(folder, fill('second'));
  expect(await readFile(join(folder, 'file'), 'utf8')).toBe('first');
});

test('of two concurrent fills one wins, and no draft remains', async () => {
  await using above = await parent();
  const folder = join(above.path, 'kafka');
  expect(await Promise.all([cached(folder, fill('one')), cached(folder, fill('two'))])).toEqual([folder, folder]);
  expect(await readFile(join(folder, 'file'), 'utf8')).toMatch(/^(one|two)$/);
  expect(await readdir(above.path)).toEqual(['kafka']);
});

test('a failed fill leaves no folder', async () => {
  await using above = await parent();
  const broken = cached(join(above.path, 'kafka'), async (draft) => {
    await fill('half')(draft);
    throw new Error('cut off');
  });
  await expect(broken).rejects.toThrow('cut off');
  expect(await readdir(above.path)).toEqual([]);
});

test('removes drafts older than a day and leaves recent drafts alone', async () => {
  await using above = await parent();
  await mkdir(join(above.path, 'kafka.old'));
  await utimes(join(above.path, 'kafka.old'), 0, 0);
  await mkdir(join(above.path, 'kafka.young'));
  await cached(join(above.path, 'kafka'), fill('new'));
  expect((await readdir(above.path)).sort()).toEqual(['kafka', 'kafka.young']);
});
