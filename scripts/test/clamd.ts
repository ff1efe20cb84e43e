import { chmod, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cached } from '../brokers/cache.ts';
import { unpackDebianPackage } from '../brokers/debian-files.ts';
import { readEnvironment } from '../brokers/environment.ts';
import { findProgram, run } from '../brokers/program.ts';

const { cache, programs } = readEnvironment();

/** Returns the path of clamd, the virus scanner, and unpacks its Debian package first if there is none; undefined on another system. */
export async function findClamd(report: (line: string) => void): Promise<string | undefined> {
  const there = await findProgram('clamd', programs);
  if (there) return there;
  const folder = join(dirname(cache), 'tools', 'clamd');
  try {
    await cached(folder, async (draft) => {
      report(`Unpacking clamd into ${folder}; this takes seconds, once.`);
      await unpackDebianPackage('clamav-daemon', draft);
      for (const name of ['debs', 'lists', 'archives']) await rm(join(draft, name), { recursive: true, force: true });
      await writeFile(join(draft, 'clamd'), START);
      await chmod(join(draft, 'clamd'), 0o755);
      await run(join(draft, 'clamd'), ['--help']);
    });
    return join(folder, 'clamd');
  } catch (error) {
    report(`clamd could not be unpacked: ${(error as Error).message}`);
    return undefined;
  }
}

/** Starts clamd with the libraries that were unpacked with it. */
const START = `#!/bin/sh
folder=$(dirname "$0")
LD_LIBRARY_PATH=$(echo "$folder"/usr/lib/*-linux-gnu*) exec "$folder/usr/sbin/clamd" "$@"
`;
