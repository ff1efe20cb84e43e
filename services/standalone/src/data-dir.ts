import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ConfigError } from '@space/runtime';

/** The data folder of the standalone profile: the data of Postgres, the secret key, the operator token and the log. */
export interface DataFolder {
  readonly path: string;
  readonly secretKey: string;
  readonly operatorToken: string;
  /** Releases the folder for another process. */
  release(): Promise<void>;
}

/** Opens the folder for this process only and creates the files of a first start. Throws ConfigError if it is not writable or in use. */
export async function openDataFolder(setting: string): Promise<DataFolder> {
  const path = resolve(setting);
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await access(path, constants.W_OK);
  } catch (error) {
    throw new ConfigError(
      `The data folder ${path} cannot be written (${(error as NodeJS.ErrnoException).code}); set SPACE_DATA_DIR to a writable folder.`,
    );
  }
  const pidFile = join(path, 'pid');
  await assertUnused(path, pidFile);
  await writeFile(pidFile, String(process.pid));
  return {
    path,
    secretKey: await readOrCreate(join(path, 'secret.key'), () => randomBytes(32).toString('base64')),
    operatorToken: await readOrCreate(join(path, 'operator.token'), () => `spo_${randomBytes(24).toString('base64url')}`),
    release: () => rm(pidFile, { force: true }),
  };
}

async function assertUnused(path: string, pidFile: string): Promise<void> {
  const pid = Number(await readFile(pidFile, 'utf8').catch(() => '0'));
  if (pid > 0 && pid !== process.pid && (await isStandalone(pid)))
    throw new ConfigError(
      `Another Space API (process ${pid}) uses the data folder ${path}. Stop it, or set SPACE_DATA_DIR to another folder.`,
    );
}

/** Returns true if a process is a standalone profile. After a reboot its id may belong to any process. */
async function isStandalone(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => 'standalone');
  return commandLine.includes('standalone');
}

/** Returns the text of a file; creates the file on the first start. */
async function readOrCreate(file: string, make: () => string): Promise<string> {
  if (!existsSync(file)) await writeFile(file, make(), { mode: 0o600 });
  return (await readFile(file, 'utf8')).trim();
}
