import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BrokersFailure } from './failure.ts';
import type { Guard } from './guard.ts';
import { lastLines, lengthOf } from './log-tail.ts';
import { portIsFree } from './port.ts';

/** A broker that runs as a child of ours, to be stopped, killed and started again. */
export interface BrokerProcess {
  /** Of the process that runs now, or ran last. */
  readonly pid: number;
  /** Sends the signal and answers when the process has gone; SIGSTOP and SIGCONT are only sent. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Starts the broker again on the same port and data, and answers when it is healthy; one that still runs is stopped first. */
  restart(): Promise<void>;
  /** A clean stop: everything the broker has accepted is on disk. Stopping twice is fine. */
  stop(): Promise<void>;
}

/** How one broker is run. */
export interface BrokerProgram {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly port: number;
  /** The file that takes its output; its folder is where the process runs. */
  readonly log: string;
  readonly answers: () => Promise<boolean>;
}

/** Who must know about the processes. */
export interface Watch {
  readonly guard: Guard;
  /** Told when a healthy broker ends although nobody asked. */
  readonly died: (failure: BrokersFailure) => void;
}

const START_TIMEOUT_MS = 90_000;
const STOP_TIMEOUT_MS = 10_000;
const PROBE_PAUSE_MS = 50;

/** Starts a broker and answers when it is healthy; a failure names its log and the last lines of it. */
export async function startProcess(program: BrokerProgram, { guard, died }: Watch): Promise<BrokerProcess> {
  let wanted = false;
  let child = await start();

  async function start(): Promise<ChildProcess> {
    if (!(await portIsFree(program.port)))
      throw new BrokersFailure('broken', `${program.name} cannot start, because port ${program.port} is taken.`);
    const logged = await lengthOf(program.log);
    const started = spawnLogged(program);
    const { pid } = started;
    if (pid === undefined)
      throw new BrokersFailure('broken', `${program.name} cannot start: ${String((await once(started, 'error'))[0])}.`);
    guard.watch(pid);
    started.once('exit', () => {
      guard.forget(pid);
      if (wanted && started === child) void failure('ended', logged).then(died);
    });
    if (!(await healthy(started, program.answers))) {
      await end(started, 'SIGKILL');
      throw await failure('did not start', logged);
    }
    wanted = true;
    return started;
  }

  async function failure(what: string, since: number): Promise<BrokersFailure> {
    return new BrokersFailure(
      'broken',
      `${program.name} ${what}; its log ${program.log} ends with:\n${await lastLines(program.log, since)}`,
    );
  }

  async function stop(): Promise<void> {
    wanted = false;
    if (hasEnded(child)) return;
    const patience = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    const ended = end(child, 'SIGTERM');
    // One that was suspended would never hear the other signal.
    child.kill('SIGCONT');
    await ended;
    clearTimeout(patience);
  }

  return {
    get pid() {
      return child.pid!;
    },
    async kill(signal) {
      if (signal === 'SIGSTOP' || signal === 'SIGCONT') return void child.kill(signal);
      wanted = false;
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
    // In a process group of its own: Ctrl-C reaches us first, and we stop it last.
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
