import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

/** An `npm` that installs one package, prints its arguments and waits for the file `finish`; its exit code is FAKE_NPM_CODE. */
const fakeNpm = `
import { existsSync, mkdirSync } from 'node:fs';
mkdirSync('node_modules/one', { recursive: true });
process.stderr.write('npm ' + process.argv.slice(2).join(' ') + '\\n');
const timer = setInterval(() => existsSync('finish') && clearInterval(timer), 20);
process.exitCode = Number(process.env.FAKE_NPM_CODE);
`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'launch-'));
  await mkdir(join(folder, 'scripts'));
  await copyFile(join(import.meta.dirname, 'launch.mjs'), join(folder, 'scripts', 'launch.mjs'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ optionalDependencies: { node: '20.0.0' } }));
  await writeFile(join(folder, 'package-lock.json'), '{}');
  await writeFile(join(folder, 'npm.mjs'), fakeNpm);
  await writeFile(join(folder, 'program.mjs'), `process.stdout.write('started ' + process.argv[2]);`);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Launch {
  readonly child: ChildProcess;
  output: string;
}

/** Launches the program of the folder, whose npm ends with this code. */
function launch(npmCode: number): Launch {
  const env = { ...process.env, npm_execpath: join(folder, 'npm.mjs'), FAKE_NPM_CODE: String(npmCode) };
  const child = spawn(process.execPath, [join(folder, 'scripts', 'launch.mjs'), 'program.mjs', 'twice'], { env });
  const launched: Launch = { child, output: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (launched.output += chunk));
  return launched;
}

const finishInstall = () => writeFile(join(folder, 'finish'), '');

test('installs missing packages, prints how far it is while npm runs, then starts the program; the next start installs nothing', async () => {
  const first = launch(0);
  while (!/^ +\d+ s, 1 folders in node_modules$/m.test(first.output)) await once(first.child.stderr!, 'data');
  await finishInstall();
  expect(await once(first.child, 'close')).toEqual([0, null]);
  expect(first.output).toMatch(/^Installing dependencies/);
  expect(first.output).toContain('npm ci --no-audit --no-fund --loglevel=error\n');
  expect(first.output).toMatch(/started twice$/);

  const next = launch(1);
  expect(await once(next.child, 'close')).toEqual([0, null]);
  expect(next.output).toBe('started twice');
});

test('ends with code 1 and names npm when the installation fails, and does not start the program', async () => {
  await finishInstall();
  const launched = launch(7);
  expect(await once(launched.child, 'close')).toEqual([1, null]);
  expect(launched.output).toMatch(/\nnpm ci failed; its output is above\.\n$/);
});
