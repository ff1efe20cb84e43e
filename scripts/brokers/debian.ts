import { existsSync } from 'node:fs';
import { findProgram, run } from './program.ts';

const TIMEOUT_MS = 300_000;
const QUIET = { DEBIAN_FRONTEND: 'noninteractive' };

/** Installs Debian packages if this process is root on a Debian system; otherwise does nothing. */
export async function installDebianPackages(
  packages: readonly string[],
  folders: readonly string[],
  report: (line: string) => void,
): Promise<void> {
  const aptGet = process.getuid?.() === 0 && existsSync('/etc/debian_version') ? await findProgram('apt-get', folders) : undefined;
  if (!aptGet) return;
  report(`Installing ${packages.join(', ')} with apt-get.`);
  const options = ['-qq', '-o', 'DPkg::Lock::Timeout=120', '-o', 'Acquire::Retries=1'];
  try {
    await run(aptGet, ['update', ...options], { env: QUIET, timeout_ms: TIMEOUT_MS });
    await run(aptGet, ['install', '-y', '--no-install-recommends', ...options, ...packages], { env: QUIET, timeout_ms: TIMEOUT_MS });
  } catch (error) {
    report(`apt-get could not install them: ${(error as Error).message}`);
  }
}
