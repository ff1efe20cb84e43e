import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './program.ts';

const TIMEOUT_MS = 120_000;

/**
 * Unpacks a Debian package into a folder, with those of its libraries that this machine lacks. It installs nothing and needs no root. Throws on a
 * machine without apt-get, and when no server has the package.
 */
export async function unpackDebianPackage(name: string, folder: string): Promise<void> {
  const debs = join(folder, 'debs');
  await mkdir(debs);
  // The lists of this machine may be missing, or name versions that the servers no longer have.
  await download(name, debs, []).catch(async () => {
    const lists = join(folder, 'lists');
    await mkdir(join(lists, 'partial'), { recursive: true });
    const own = ['-o', `Dir::State::Lists=${lists}`, '-o', `Dir::Cache=${folder}`, '-o', 'APT::Sandbox::User=root'];
    await run('apt-get', ['update', '-qq', ...own], { timeout_ms: TIMEOUT_MS });
    await download(name, debs, own);
  });
  for (const deb of await readdir(debs)) await run('dpkg-deb', ['--extract', join(debs, deb), folder]);
}

async function download(name: string, folder: string, options: readonly string[]): Promise<void> {
  const { stdout } = await run('apt-get', ['install', '--print-uris', '-qq', '-y', '--no-install-recommends', ...options, name]);
  const missing = [...stdout.matchAll(/^'\S+' ([a-z0-9.+-]+)_\S+\.deb /gm)].map((match) => match[1]!);
  const wanted = [name, ...missing.filter((one) => one.startsWith('lib'))];
  await run('apt-get', ['download', '-qq', ...options, ...new Set(wanted)], { cwd: folder, timeout_ms: TIMEOUT_MS });
}
