import { execFileSync } from 'node:child_process';
import { chown } from 'node:fs/promises';

/**
 * Postgres refuses to run as root. As root we run it as the user `postgres`, or `nobody` where there is none, with the
 * one capability that lets it reach its files below folders that only root may enter (a clone in /root, for example).
 * As anybody else there is nothing to do.
 */
export async function ownerOf(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  return ['postgres', 'nobody'].find((user) => idOf('-u', user) !== undefined);
}

/** The command line that runs `command` as `owner`. */
export const runAs = (owner: string | undefined, command: readonly string[]): readonly string[] =>
  owner
    ? [
        'setpriv',
        `--reuid=${owner}`,
        `--regid=${idOf('-g', owner)}`,
        '--clear-groups',
        '--inh-caps=-all,+dac_override',
        '--ambient-caps=-all,+dac_override',
        ...command,
      ]
    : command;

/** Hands files over to the owner. */
export async function chownTo(owner: string | undefined, ...files: readonly string[]): Promise<void> {
  if (!owner) return;
  for (const file of files) await chown(file, idOf('-u', owner)!, idOf('-g', owner)!);
}

function idOf(flag: '-u' | '-g', user: string): number | undefined {
  try {
    return Number(execFileSync('id', [flag, user], { stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return undefined;
  }
}
