import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BrokersFailure } from './failure.ts';
import { lastLines, lengthOf } from './log-tail.ts';
import { portIsFree } from './port.ts';
import type { Watchdog } from './watchdog.ts';

/** A broker that runs as a child process and can be stopped, killed and restarted. */
export interface BrokerProcess {
  /** Id of the current process, or of the last one. */
  readonly pid: number;
  /** Sends the signal and resolves when the process has exited. SIGSTOP and SIGCONT do not wait. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Stops the broker if it runs, starts it on the same port and data, and resolves when it is healthy. */
  restart(): Promise<void>;
  /** Stops cleanly: everything the broker has accepted is on disk. A second call does nothing. */
  stop(): Promise<void>;
}

/** The command line, port, log and health check of one broker. */
export interface BrokerProgram {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly port: number;
  /** The file for its output. The process runs in the folder of this file. */
  readonly log: string;
  readonly answers: () => Promise<boolean>;
}

/** Callbacks for the life of broker processes. */
export interface BrokerHooks {
  readonly watchdog: Watchdog;
  /** Called when a healthy broker exits unexpectedly. */
  readonly onDeath: (failure: BrokersFailure) => void;
}

const START_TIMEOUT_MS = 90_000;
const STOP_TIMEOUT_MS = 10_000;
const PROBE_PAUSE_MS = 50;

/** Starts a broker and resolves when it is healthy. A failure names its log and contains the last lines of it. */
export async function startProcess(program: BrokerProgram, { watchdog, onDeath }: BrokerHooks): Promise<BrokerProcess> {
  let shouldRun = false;
  let child = await start();

  async function start(): Promise<ChildProcess> {
    if (!(await portIsFree(program.port)))
      throw new BrokersFailure('broken', `${program.name} cannot start, because port ${program.port} is taken.`);
    const logged = await lengthOf(program.log);
    const started = spawnLogged(program);
    const { pid } = started;
    if (pid === undefined)
      throw new BrokersFailure('broken', `${program.name} cannot start: ${String((await once(started, 'error'))[0])}.`);
    watchdog.watch(pid);
    started.once('exit', () => {
      watchdog.forget(pid);
      if (shouldRun && started === child) void failure('ended', logged).then(onDeath);
    });
    if (!(await healthy(started, program.answers))) {
      await end(started, 'SIGKILL');
      throw await failure('did not start', logged);
    }
    shouldRun = true;
    return started;
  }

  async function failure(what: string, since: number): Promise<BrokersFailure> {
    return new BrokersFailure(
      'broken',
      `${program.name} ${what}; its log ${program.log} ends with:\n${await lastLines(program.log, since)}`,
    );
  }

  async function stop(): Promise<void> {
    shouldRun = false;
    if (hasEnded(child)) return;
    const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    const ended = end(child, 'SIGTERM');
    // A suspended process does not handle SIGTERM until it continues.
    child.kill('SIGCONT');
    await ended;
    clearTimeout(killTimer);
  }

  return {
    get pid() {
      return child.pid!;
    },
    async kill(signal) {
      if (signal === 'SIGSTOP' || signal === 'SIGCONT') return void child.kill(signal);
      shouldRun = false;
      await end(child, signal);
    },
    async restart() {
      await stop();
      child = await start();
    },
    stop,
  };
}

function spawnLogged({ file, args, log }: BrokerProgram): ChildProcess {
  const output = openSync(log, 'a');
  try {
    // A separate process group: Ctrl-C reaches only this process, which then stops the broker.
    return spawn(file, args, { cwd: dirname(log), stdio: ['ignore', output, output], detached: true });
  } finally {
    closeSync(output);
  }
}

async function healthy(child: ChildProcess, answers: () => Promise<boolean>): Promise<boolean> {
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline && !hasEnded(child); await delay(PROBE_PAUSE_MS)) {
    if (await answers()) return !hasEnded(child);
  }
  return false;
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}
