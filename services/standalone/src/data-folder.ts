import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ConfigError } from '@space/runtime';

/** The folder of the standalone profile: Postgres' data, the secret key, the operator token, the log. */
export interface DataFolder {
  readonly path: string;
  readonly secretKey: string;
  readonly operatorToken: string;
  /** Lets another process use the folder. */
  release(): Promise<void>;
}

/** Opens the folder for this process alone, and makes what a first start needs. */
export async function openDataFolder(setting: string): Promise<DataFolder> {
  const path = resolve(setting);
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await access(path, constants.W_OK);
  } catch (error) {
    throw new ConfigError(
      `The data folder ${path} cannot be written (${(error as NodeJS.ErrnoException).code}); set SPACE_DATA_DIR to a folder of yours.`,
    );
  }
  const pidFile = join(path, 'pid');
  await mustBeFree(path, pidFile);
  await writeFile(pidFile, String(process.pid));
  return {
    path,
    secretKey: await kept(join(path, 'secret.key'), () => randomBytes(32).toString('base64')),
    operatorToken: await kept(join(path, 'operator.token'), () => `spo_${randomBytes(24).toString('base64url')}`),
    release: () => rm(pidFile, { force: true }),
  };
}

async function mustBeFree(path: string, pidFile: string): Promise<void> {
  const pid = Number(await readFile(pidFile, 'utf8').catch(() => '0'));
  if (pid > 0 && pid !== process.pid && (await isOurs(pid)))
    throw new ConfigError(
      `Another Space API (process ${pid}) runs on the data folder ${path}; stop it, or set SPACE_DATA_DIR to another folder.`,
    );
}

/** Whether a process is one of ours: a number left over from before a reboot may belong to anybody. */
async function isOurs(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => 'standalone');
  return commandLine.includes('standalone');
}

async function kept(file: string, make: () => string): Promise<string> {
  if (!existsSync(file)) await writeFile(file, make(), { mode: 0o600 });
  return (await readFile(file, 'utf8')).trim();
}
