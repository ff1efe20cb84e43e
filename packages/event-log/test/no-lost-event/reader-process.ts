import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Random } from './random.ts';

/** The settings of a reader: over Kafka with brokers, otherwise from the outbox itself. */
export interface ReaderOptions {
  readonly url: string;
  readonly schema: string;
  readonly does: 'publish' | 'handle' | 'both';
  readonly brokers?: string | undefined;
  readonly nats?: string | undefined;
  readonly prefix?: string | undefined;
}

/** A reader that is killed and restarted. */
export interface KilledReader {
  readonly kills: number;
  /** Kills it for the last time. */
  end(): Promise<void>;
}

const program = fileURLToPath(new URL('reader.ts', import.meta.url));

/** Runs a reader in a process that gets SIGKILL at random moments, `kills` times, and is restarted each time. */
export function killedReader(options: ReaderOptions, random: Random, kills: number, livesUpTo: number): KilledReader {
  let child: ChildProcess | undefined;
  let killed = 0;
  let ending = false;

  const living = (async () => {
    while (!ending) {
      child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, JSON.stringify(options)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const died = new Promise((done) => child!.once('exit', done));
      const reading = new Promise((done) => child!.stdout!.once('data', done));
      await Promise.race([reading, died]);
      if (killed < kills) {
        await Promise.race([delay(random.below(livesUpTo)), died]);
        killed += 1;
        child.kill('SIGKILL');
      }
      await died;
    }
  })();

  return {
    get kills() {
      return killed;
    },
    async end() {
      ending = true;
      child?.kill('SIGKILL');
      await living;
    },
  };
}
