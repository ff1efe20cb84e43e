import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';

const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;
const execute = promisify(execFile);

/** Options of a program run. */
interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly timeout_ms?: number;
}

/** Returns the first executable file of this name in these folders. */
export async function findProgram(name: string, folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const file = join(folder, name);
    if (await canRun(file)) return file;
  }
  return undefined;
}

/** Runs a program and returns its output. The error's message is the line of the output that names the cause. */
export async function run(
  file: string,
  args: readonly string[],
  { env = {}, cwd, timeout_ms }: RunOptions = {},
): Promise<{ stdout: string; stderr: string }> {
  try {
    return await execute(file, [...args], {
      env: { ...process.env, ...env },
      cwd,
      timeout: timeout_ms ?? 0,
      maxBuffer: MAX_OUTPUT_BYTES,
      killSignal: 'SIGKILL',
    });
  } catch (error) {
    const {
      stdout = '',
      stderr = '',
      killed = false,
      message,
    } = error as { stdout?: string; stderr?: string; killed?: boolean; message: string };
    const cause = causeIn(stderr) ?? causeIn(stdout) ?? message.trim();
    throw new Error(killed ? `no answer within ${timeout_ms} ms` : cause, { cause: error });
  }
}

/** Returns the version number that `pattern` finds in the output of a program, or 0. */
export async function versionOf(file: string, flag: string, pattern: RegExp): Promise<number> {
  const { stdout, stderr } = await run(file, [flag]).catch(() => ({ stdout: '', stderr: '' }));
  return Number(pattern.exec(stdout + stderr)?.[1] ?? 0);
}

async function canRun(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** Returns the line that Maven or apt-get marks as an error, otherwise the last line. */
function causeIn(text: string): string | undefined {
  const lines = stripVTControlCharacters(text).trim().split('\n');
  return (lines.find((line) => /^(\[ERROR\]|E:) /.test(line)) ?? lines.at(-1)!).trim() || undefined;
}
