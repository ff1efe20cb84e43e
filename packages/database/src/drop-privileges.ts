import { execFileSync } from 'node:child_process';
import { chown } from 'node:fs/promises';

/** The account that a child process runs as. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** The account without rights of every Linux. */
const OVERFLOW_ACCOUNT: Account = { uid: 65_534, gid: 65_534 };

/**
 * Returns the account for Postgres if this process is root, which Postgres refuses to run as: the user `postgres` if it
 * exists, otherwise the account without rights. Returns undefined if this process is not root.
 */
export async function unprivilegedAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = [idOfPostgres('-u'), idOfPostgres('-g')];
  return uid === undefined || gid === undefined ? OVERFLOW_ACCOUNT : { uid, gid };
}

/**
 * Returns the command line that runs `command` as `account`. The process has one capability, to enter folders that only
 * root may enter, such as a clone in /root.
 */
export const runAs = (account: Account | undefined, command: readonly string[]): readonly string[] =>
  account
    ? [
        'setpriv',
        `--reuid=${account.uid}`,
        `--regid=${account.gid}`,
        '--clear-groups',
        '--inh-caps=-all,+dac_override',
        '--ambient-caps=-all,+dac_override',
        ...command,
      ]
    : command;

/** Makes `account` the owner of files; does nothing without an account. */
export async function chownTo(account: Account | undefined, ...files: readonly string[]): Promise<void> {
  if (!account) return;
  for (const file of files) await chown(file, account.uid, account.gid);
}

function idOfPostgres(flag: '-u' | '-g'): number | undefined {
  try {
    return Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return undefined;
  }
}
