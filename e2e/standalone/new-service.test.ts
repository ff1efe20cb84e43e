import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { createService, NewServiceError } from '../../scripts/new/new-service.ts';
import { root } from '../../scripts/step.ts';

// Types, lint and dead exports are checked in a copy of the repository.
jest.setTimeout(600_000);

const run = promisify(execFile);
const NAME = 'planted';
const node = ['--disable-warning=ExperimentalWarning'];

/** A copy of the repository, so that the tree under test stays as it is. */
let copy: string;
/** The files that the new service added or changed. */
let written: string[];
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'space-new-service-'));
  const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, maxBuffer: 1e8 });
  for (const path of stdout.split('\0').filter((name) => name !== ''))
    await cp(join(root, path), join(copy, path)).catch((error: NodeJS.ErrnoException) => {
      // A file that was deleted and not committed yet.
      if (error.code !== 'ENOENT') throw error;
    });
  await linkPackages();
  const git = (...args: string[]) => run('git', args, { cwd: copy, maxBuffer: 1e8 });
  await git('init', '-q');
  await git('add', '-A');
  await createService(copy, NAME);
  written = [
    ...(await git('diff', '--name-only')).stdout.split('\n'),
    ...(await git('ls-files', '--others', '--exclude-standard')).stdout.split('\n'),
  ].filter((path) => path !== '');
  await git('add', '-A');
});
afterAll(() => rm(copy, { recursive: true, force: true }));

/** Gives the copy the installed packages of the repository and, as `@space/*`, its own. */
async function linkPackages(): Promise<void> {
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== '@space' && name !== '.cache') await link(join(root, 'node_modules', name), join(copy, 'node_modules', name));
  await link(join('..', '..', 'services', NAME), join(copy, 'node_modules', '@space', NAME));
  for (const name of await readdir(join(root, 'node_modules', '@space'))) {
    const path = relative(root, await realpath(join(root, 'node_modules', '@space', name)));
    await link(join('..', '..', path), join(copy, 'node_modules', '@space', name));
    const nested = join(root, path, 'node_modules');
    if (existsSync(nested)) await link(nested, join(copy, path, 'node_modules'));
  }
}

async function link(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path);
}

/** Runs a program in the copy; a failure shows its output. */
const inCopy = (program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<unknown> =>
  run(program, args, { cwd: copy, env: { ...process.env, ...env }, maxBuffer: 1e8 }).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${program} ${args.join(' ')} failed:\n${error.stdout}\n${error.stderr}`);
  });

test('a service made by npm run new service passes types, lint, dead exports, the rules of the house and the lock of the wire', async () => {
  const bin = (name: string) => join(copy, 'node_modules', '.bin', name);
  expect(written).toContain(`services/${NAME}/src/service.ts`);
  // The repository has its own check of types. The list of services imports all of them, and the start below imports the list.
  const sources = written.filter((path) => path.endsWith('.ts') && path !== 'services/standalone/src/services.ts');
  await writeFile(
    join(copy, 'tsconfig.written.json'),
    JSON.stringify({ extends: './tsconfig.json', include: [...sources, 'packages/*/src/**/*.d.ts'] }),
  );
  await inCopy(bin('tsc'), ['-p', 'tsconfig.written.json']);
  await rm(join(copy, 'tsconfig.written.json'));
  await inCopy(bin('biome'), ['check', '--error-on-warnings', ...written]);
  await inCopy(bin('knip'), []);
  await inCopy(process.execPath, [...node, 'scripts/check/house.ts']);
  await inCopy(process.execPath, [...node, 'scripts/proto/main.ts', '--check']);
});

test('a service made by npm run new service passes its own test on its own schema', async () => {
  const jest = join(copy, 'node_modules', 'jest', 'bin', 'jest.js');
  const args = [...node, '--experimental-vm-modules', jest, '--selectProjects', 'integration', '--forceExit', '--', `services/${NAME}/`];
  await inCopy(process.execPath, args, { TEST_DATABASE_TEMPLATE: '' });
});

test('the standalone profile starts with a service made by npm run new service', async () => {
  await mkdir(join(copy, 'profile'));
  const program = `
    import { startStandalone } from './scripts/profiles/standalone.ts';
    const profile = await startStandalone('profile');
    const { status } = await fetch(profile.connection.base_url + '/openapi.json');
    await profile.stop();
    process.exit(status === 200 ? 0 : 1);`;
  await inCopy(process.execPath, [...node, '--input-type=module', '--eval', program]);
});

test.each(['tables', 'Planted', 'p', 'bus', 'planted-one'])('npm run new service refuses the name %s', async (name) => {
  await expect(createService(copy, name)).rejects.toThrow(NewServiceError);
});
