import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

/**
 * An `npm` that creates the folders of all packages, unpacks one, prints its arguments and waits for the file `finish`. Then it
 * writes its record of what it installed. Its exit code is FAKE_NPM_CODE.
 */
const fakeNpm = `
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const packages = Object.entries(lock.packages).filter(([, { dev }]) => !dev || !process.argv.includes('--omit=dev'));
for (const [folder] of packages) mkdirSync(folder, { recursive: true });
writeFileSync('node_modules/one/package.json', '{}');
process.stderr.write('npm ' + process.argv.slice(2).join(' ') + '\\n');
const timer = setInterval(() => {
  if (!existsSync('finish')) return;
  clearInterval(timer);
  writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(packages) }));
}, 20);
process.exitCode = Number(process.env.FAKE_NPM_CODE);
`;

/** A lock file: two packages to run Space API, a tool, a link to a workspace, and a package of another platform. */
const lockFile = (version: string) =>
  JSON.stringify({
    packages: {
      'node_modules/one': { version },
      'node_modules/two': { version },
      'node_modules/tool': { version, dev: true },
      'node_modules/workspace': { link: true },
      'node_modules/elsewhere': { version, optional: true, os: ['elsewhere'] },
    },
  });

const START = 'services/standalone/src/main.ts';
const CHECK = 'scripts/check/main.ts';
const FLAGS = '--no-audit --no-fund --loglevel=error';
const WITHOUT_TOOLS = `npm ci --omit=dev ${FLAGS}\n`;
const WITH_TOOLS = `npm ci --include=dev ${FLAGS}\n`;
const ADD_TOOLS = `npm install --no-save --include=dev ${FLAGS}\n`;

const forUsers = [
  START,
  'services/contacts/src/main.ts',
  'scripts/space/main.ts',
  'scripts/migrate.ts',
  'scripts/rotate-secret-key.ts',
] as const;
const forDevelopers = [CHECK, 'services/tables/test/fixtures/run-once.ts'] as const;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'launch-'));
  for (const program of [...forUsers, ...forDevelopers]) {
    await mkdir(join(folder, dirname(program)), { recursive: true });
    await writeFile(join(folder, program), `process.stdout.write('started ' + process.argv.slice(2));`);
  }
  await copyFile(join(import.meta.dirname, 'launch.mjs'), join(folder, 'scripts', 'launch.mjs'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', optionalDependencies: { node: '20.0.0' } }));
  await writeFile(join(folder, 'package-lock.json'), lockFile('1.0.0'));
  await writeFile(join(folder, 'npm.mjs'), fakeNpm);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Launch {
  readonly child: ChildProcess;
  output: string;
}

/** Launches a program of the folder, with an npm that ends with this code. */
function launch(args: readonly string[], npmCode = 0): Launch {
  const env = { ...process.env, npm_execpath: join(folder, 'npm.mjs'), FAKE_NPM_CODE: String(npmCode) };
  const child = spawn(process.execPath, [join(folder, 'scripts', 'launch.mjs'), ...args], { env });
  const launched: Launch = { child, output: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (launched.output += chunk));
  return launched;
}

/** Launches a program whose installation does not wait, and returns the output of a start that succeeds. */
async function start(...args: readonly string[]): Promise<string> {
  await finishInstall();
  const launched = launch(args);
  expect(await once(launched.child, 'close')).toEqual([0, null]);
  return launched.output;
}

const finishInstall = () => writeFile(join(folder, 'finish'), '');

/** Installs the packages of the lock file as a person does who runs npm. */
async function installByHand(...args: readonly string[]): Promise<void> {
  await utimes(join(folder, 'package-lock.json'), 0, 0);
  await finishInstall();
  const npm = spawn(process.execPath, ['npm.mjs', ...args], { cwd: folder, env: { ...process.env, FAKE_NPM_CODE: '0' } });
  expect(await once(npm, 'close')).toEqual([0, null]);
}

const changeLock = () => writeFile(join(folder, 'package-lock.json'), lockFile('2.0.0'));

test('installs missing packages, prints how many npm has unpacked, then starts the program; the next start installs nothing', async () => {
  await mkdir(join(folder, 'node_modules', 'two'), { recursive: true });
  await writeFile(join(folder, 'node_modules', 'two', 'package.json'), '{"version":"0.9.0"}');
  const first = launch([START, 'twice']);
  while (!/^ +\d+ s, 1 of 2 packages$/m.test(first.output)) await once(first.child.stderr!, 'data');
  await finishInstall();
  expect(await once(first.child, 'close')).toEqual([0, null]);
  expect(first.output).toMatch(/^Installing dependencies without development tools /);
  expect(first.output).toContain(WITHOUT_TOOLS);
  expect(first.output).toMatch(/started twice$/);

  const next = launch([START, 'twice'], 1);
  expect(await once(next.child, 'close')).toEqual([0, null]);
  expect(next.output).toBe('started twice');
});

test('each program for users starts without development tools, also with options of Node', async () => {
  await installByHand('ci', '--omit=dev');
  for (const program of forUsers) expect(await start('--no-warnings', program)).toBe('started ');
});

test.each(forDevelopers)('%s is installed with development tools in one installation', async (program) => {
  const output = await start('--no-warnings', program);
  expect(output).toMatch(/^Installing dependencies with development tools /);
  expect(output).toContain(WITH_TOOLS);
  expect(output).not.toContain(ADD_TOOLS);
  expect(await start(START)).toBe('started ');
});

test('a program for developers adds the tools after a start without them and says why; then nothing is installed again', async () => {
  await start(START);
  const output = await start(CHECK, 'all');
  expect(output).toMatch(/^scripts\/check\/main\.ts needs the development tools, which are not installed\. Adding them /);
  expect(output).toContain(ADD_TOOLS);
  expect(output).toMatch(/started all$/);
  expect(await start(CHECK)).toBe('started ');
  expect(await start(START)).toBe('started ');
});

test.each([
  ['without development tools', '--omit=dev', WITHOUT_TOOLS],
  ['with development tools', '--include=dev', WITH_TOOLS],
])('an installation by hand %s is used, and a start after a change of the lock file installs the same', async (_kind, option, again) => {
  await installByHand('ci', option);
  expect(await start(START)).toBe('started ');
  await changeLock();
  expect(await start(START)).toContain(again);
  expect(await start(START)).toBe('started ');
});

test('a start builds the console first and starts also when that fails; other programs do not build it', async () => {
  await mkdir(join(folder, 'scripts', 'console'), { recursive: true });
  const builder = join(folder, 'scripts', 'console', 'main.ts');
  await writeFile(builder, `process.stderr.write('built '); process.exitCode = 1;`);
  await start(CHECK);
  const output = await start(START, 'twice');
  expect(output).toContain('built ');
  expect(output).toContain('started twice');
  expect(await start('scripts/space/main.ts')).toBe('started ');
});

test('ends with code 1 and names npm when the installation fails, and does not start the program', async () => {
  await finishInstall();
  const launched = launch([START], 7);
  expect(await once(launched.child, 'close')).toEqual([1, null]);
  expect(launched.output).toMatch(/\nnpm ci failed; its output is above\.\n$/);
});
