import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const root = join(import.meta.dirname, '..', '..');
const READY_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 20_000;

/** A program of this repository that runs as a child process. */
export interface Program {
  readonly name: string;
  readonly pid: number;
  readonly logFile: string;
  /** Sends a signal and waits until the process has exited. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Starts an ended program again with the same options and waits until it is ready. */
  restart(): Promise<void>;
  /** Sends SIGTERM, and SIGKILL after 20 seconds. */
  stop(): Promise<void>;
}

/** The file, environment, log and readiness check of a program. */
export interface ProgramOptions {
  readonly name: string;
  readonly file: string;
  readonly args?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
  /** Returns true if it is ready. */
  ready(): Promise<boolean>;
}

/** Starts a program on this Node and waits until it is ready. If it ends first, the error has the last lines of its log. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  let child = await launch(options);
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await exited;
  };
  return {
    name: options.name,
    logFile: options.logFile,
    get pid() {
      return child.pid!;
    },
    kill,
    async restart() {
      child = await launch(options);
    },
    async stop() {
      const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await kill('SIGTERM');
      clearTimeout(killTimer);
    },
  };
}

/** Programs that must not outlive this process. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

async function launch({ name, file, args = [], env, logFile, ready }: ProgramOptions): Promise<ChildProcess> {
  const log = openSync(logFile, 'a', 0o600);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, file), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  running.add(child);
  child.once('exit', () => running.delete(child));
  for (let waited = 0; waited < READY_TIMEOUT_MS; waited += 50) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${name} ended before it was ready; ${logFile} ends with:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`);
    if (await ready().catch(() => false)) return child;
    await delay(50);
  }
  child.kill('SIGKILL');
  throw new Error(
    `${name} was not ready within ${READY_TIMEOUT_MS / 1_000} s; ${logFile} ends with:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`,
  );
}

/** Ports below those that the system gives to outgoing connections, which could take a free port before its program listens. */
const FIRST_PORT = 12_000;
const LAST_PORT = 31_999;

/** Returns free ports of the loopback address. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await new Promise<void>((listening, failed) => server.once('error', failed).listen(port, '0.0.0.0', listening));
    return true;
  } catch {
    return false;
  } finally {
    await new Promise((closed) => server.close(closed));
  }
}
