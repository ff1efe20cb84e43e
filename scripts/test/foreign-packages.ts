import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDirectory } from '../brokers/environment.ts';

const run = promisify(execFile);

/**
 * Returns a Python of its own virtual environment with the packages of a list; it is rebuilt when the list changes. A module is compiled when a
 * program imports it: most are never imported.
 */
export async function pythonWith(requirements: string): Promise<string> {
  const folder = await installed(requirements, async (target) => {
    await run('python3', ['-m', 'venv', target]);
    await run(join(target, 'bin', 'pip'), ['install', '--quiet', '--no-compile', '--disable-pip-version-check', '-r', requirements]);
  });
  return join(folder, 'bin', 'python');
}

/** Returns the `node_modules` with the packages of a lock file, next to which `package.json` stands. Their scripts are not run. */
export async function nodeModulesWith(lock: string): Promise<string> {
  const folder = await installed(lock, async (target) => {
    await mkdir(target, { recursive: true });
    for (const name of ['package.json', 'package-lock.json']) await copyFile(join(dirname(lock), name), join(target, name));
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: target });
  });
  return join(folder, 'node_modules');
}

/** The installations of this process by list, so that two callers of one list share its installation. */
const installations = new Map<string, Promise<string>>();

/** Installs a list of packages in a folder of the cache, named after the content of the list, unless it is there. */
function installed(list: string, install: (folder: string) => Promise<void>): Promise<string> {
  const installation = installations.get(list) ?? installedOnce(list, install);
  installations.set(list, installation);
  return installation;
}

async function installedOnce(list: string, install: (folder: string) => Promise<void>): Promise<string> {
  const hash = createHash('sha256')
    .update(await readFile(list))
    .digest('hex')
    .slice(0, 12);
  const folder = join(cacheDirectory(), `${basename(dirname(list))}-${basename(list).replace(/\W/g, '-')}-${hash}`);
  const done = join(folder, 'installed');
  if (!existsSync(done)) {
    await rm(folder, { recursive: true, force: true });
    await install(folder);
    await writeFile(done, '');
  }
  return folder;
}
