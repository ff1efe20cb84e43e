import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openLogDestination } from './log-destination.ts';
import { rotateByCopy } from './log-rotation.ts';
import { eventually } from './testing.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'space-log-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const silent = { dropped: () => {}, recovered: () => {} };
const line = (number: number): string => `${String(number).padStart(99, ' ')}\n`;

/** Returns the paths of the files that this process has open. */
async function openFiles(): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd');
  return Promise.all(descriptors.map((descriptor) => readlink(`/proc/self/fd/${descriptor}`).catch(() => 'closed')));
}

test('a log file is rotated by size, keeps a number of files, and loses no line between two files', async () => {
  const file = join(folder, 'rotated.log');
  const log = openLogDestination(file, silent, { bytes: 20_000, files: 3 });
  for (let number = 0; number < 1_000; number += 1) {
    log.write(line(number));
    if (number % 50 === 49) await eventually(async () => expect(await allLines(file)).toContain(number));
  }
  const lines = await allLines(file);
  expect(lines.at(-1)).toBe(999);
  // The files that remain have consecutive lines.
  expect(lines).toEqual(Array.from({ length: lines.length }, (_, n) => 1_000 - lines.length + n));
  expect((await readdir(folder)).filter((name) => name.startsWith('rotated')).sort()).toEqual([
    'rotated.log',
    'rotated.log.1',
    'rotated.log.2',
  ]);
});

test('a log on a full disk drops lines, counts them, and is written again when there is space', async () => {
  const file = join(folder, 'full.log');
  await symlink('/dev/full', file);
  let dropped = 0;
  const recovered: [number, string][] = [];
  const log = openLogDestination(file, { dropped: () => (dropped += 1), recovered: (...of) => recovered.push(of) });
  // The log has opened the full disk before the file is replaced.
  await eventually(async () => expect(await openFiles()).toContain('/dev/full'));
  for (let number = 0; number < 12_000; number += 1) log.write(line(number));
  expect(dropped).toBeGreaterThan(1_000);
  // The disk has space again. The file is replaced in one step, since the log creates a missing one.
  await writeFile(`${file}.new`, '');
  await rename(`${file}.new`, file);
  await eventually(
    async () => {
      log.write('after\n');
      expect(await readFile(file, 'utf8')).toContain('after');
    },
    { timeout: 10_000 },
  );
  await eventually(() => expect(recovered).toEqual([[dropped, 'ENOSPC']]));
  // What the buffer held is written first, in full.
  expect((await readFile(file, 'utf8')).startsWith(line(0) + line(1))).toBe(true);
});

test('a log that another process writes is copied and emptied', async () => {
  const file = join(folder, 'postgres.log');
  const bounds = { bytes: 10, files: 3 };
  await writeFile(file, 'short');
  expect(await rotateByCopy(file, bounds)).toBe(false);
  for (const text of ['the first one', 'the second one', 'the third one']) {
    await writeFile(file, text);
    expect(await rotateByCopy(file, bounds)).toBe(true);
    expect(await readFile(file, 'utf8')).toBe('');
  }
  expect(await readFile(`${file}.1`, 'utf8')).toBe('the third one');
  expect(await readFile(`${file}.2`, 'utf8')).toBe('the second one');
  expect(await readdir(folder)).not.toContain('postgres.log.3');
});

test('a process whose log folder was removed ends with its own exit code', async () => {
  const removed = join(folder, 'removed');
  const file = JSON.stringify(join(removed, 'space.log'));
  const program = `
    import { readFileSync, rmSync } from 'node:fs';
    import { openLogDestination } from ${JSON.stringify(join(import.meta.dirname, 'log-destination.ts'))};
    const log = openLogDestination(${file}, { dropped() {}, recovered() {} });
    log.write('first\\n');
    const isWritten = () => { try { return readFileSync(${file}).length > 0; } catch { return false; } };
    while (!isWritten()) await new Promise((passed) => setTimeout(passed, 20));
    log.write('last\\n');
    rmSync(${JSON.stringify(removed)}, { recursive: true, force: true });
    process.exit(3);`;
  const { status, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program]);
  expect([status, stderr.toString()]).toEqual([3, '']);
});

/** Returns the numbers of the lines of all files, oldest first. */
async function allLines(file: string): Promise<number[]> {
  const texts = await Promise.all([`${file}.2`, `${file}.1`, file].map((path) => readFile(path, 'utf8').catch(() => '')));
  return texts.join('').trim().split('\n').map(Number);
}
