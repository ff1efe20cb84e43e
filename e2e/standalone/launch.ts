import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FreshDatabase, freshDatabase } from '@space/database/testing';
import { eventually } from '@space/runtime/testing';
import { freePorts } from '../../scripts/profiles/program.ts';
import type { Connection } from '../../services/standalone/src/connection.ts';
import { inherited, type ProgramResult, runProgram } from '../program.ts';

const root = join(import.meta.dirname, '..', '..');
const MAIN = 'services/standalone/src/main.ts';
const READY = { timeout: 150_000 };

type Environment = Readonly<Record<string, string>>;

/** A started standalone profile. */
export interface Launched {
  readonly pid: number;
  readonly connection: Connection;
  /** Returns its output. */
  output(): string;
  /** Resolves with the exit code, or null if a signal ended it. */
  readonly exited: Promise<number | null>;
  /** Sends a signal and returns the exit code, or null if the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

const children = new Set<{ kill(signal: NodeJS.Signals): boolean }>();
const folders: string[] = [];
const databases: FreshDatabase[] = [];

/** Creates a folder that cleanUp removes. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'space-e2e-'));
  folders.push(folder);
  return folder;
}

/** Returns the settings of a start on free ports with its data in `folder`. */
export async function settings(folder: string, over: Environment = {}): Promise<Environment> {
  const [api, visitors, people, metrics] = await freePorts(4);
  return {
    SPACE_DATA_DIR: folder,
    SPACE_PORT: String(api),
    SPACE_PUBLIC_PORT: String(visitors),
    SPACE_CONSOLE_PORT: String(people),
    SPACE_METRICS_PORT: String(metrics),
    ...over,
  };
}

/**
 * Returns the settings of a start that uses a database of the server for tests, in place of a Postgres of its own: for tests that are not about the
 * Postgres, since a start without one takes a third of the CPU time. cleanUp drops the database.
 */
export async function settingsWithDatabase(folder: string, over: Environment = {}): Promise<Environment> {
  const database = await freshDatabase();
  databases.push(database);
  return settings(folder, { DATABASE_URL: database.url, ...over });
}

/** Starts it as `npm start` does, through `wrapper` if given, and waits until it is ready. */
export async function launch(env: Environment, wrapper: readonly string[] = []): Promise<Launched> {
  const [program, ...args] = [...wrapper, process.execPath, '--disable-warning=ExperimentalWarning', join(root, MAIN)];
  const child = spawn(program!, args, { cwd: root, env: { ...inherited, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  const exited = new Promise<number | null>((done) => child.once('close', done)).finally(() => children.delete(child));
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const connection = await eventually(async () => {
    if (isRunning() && !output.includes('Space API runs')) throw new Error(`It does not run yet: ${output}`);
    return isRunning() ? readConnection(env.SPACE_DATA_DIR!) : undefined;
  }, READY);
  if (!connection) throw new Error(`It ended before it was ready: ${output}`);
  return {
    pid: child.pid!,
    connection,
    output: () => output,
    exited,
    end: (signal) => {
      child.kill(signal);
      return exited;
    },
  };
}

/** Starts it with settings that must fail, and returns its output. */
export const failToLaunch = (env: Environment): Promise<ProgramResult> => runProgram(MAIN, [], env);

/** Reads connection.json. */
export const readConnection = async (folder: string): Promise<Connection> =>
  JSON.parse(await readFile(join(folder, 'connection.json'), 'utf8')) as Connection;

/** Ends every start and removes every folder and database. */
export async function cleanUp(): Promise<void> {
  for (const child of children) child.kill('SIGTERM');
  await eventually(() => {
    if (children.size > 0) throw new Error('A standalone start does not end.');
  }, READY);
  await Promise.all(databases.splice(0).map((database) => database.drop()));
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })));
}
