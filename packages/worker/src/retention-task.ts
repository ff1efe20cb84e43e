import { setTimeout as delay } from 'node:timers/promises';
import { periodicTask } from './periodic-task.ts';
import type { Task } from './task.ts';

/** Rows that expire: what they are called in the log, and a statement that deletes one chunk of them. */
export interface RetentionRule {
  readonly what: string;
  /** Deletes at most `limit` expired rows in one statement and returns how many it deleted. */
  deleteChunk(limit: number): Promise<number>;
}

/** The settings of a retention task. */
export interface RetentionOptions {
  readonly name: string;
  readonly rules: readonly RetentionRule[];
  /** The pause between two runs, in milliseconds. */
  readonly everyMs: number;
  /** Rows of one statement, so that no statement holds locks for long. */
  readonly chunk: number;
  /** Receives the error of one rule; logs it. The other rules run, and this one runs again after `everyMs`. */
  onError(error: unknown, what: string): void;
}

/** The longest pause between two chunks, in milliseconds. */
const MAX_PAUSE_MS = 1_000;

/**
 * Deletes expired rows chunk by chunk until a chunk is not full, and returns how many rows it deleted. It pauses after a
 * full chunk for as long as the chunk took, so that deleting much leaves Postgres to requests half of the time.
 */
export async function deleteInChunks(deleteChunk: (limit: number) => Promise<number>, chunk: number): Promise<number> {
  let total = 0;
  for (;;) {
    const started = performance.now();
    const deleted = await deleteChunk(chunk);
    total += deleted;
    if (deleted < chunk) return total;
    await delay(Math.min(MAX_PAUSE_MS, performance.now() - started));
  }
}

/** Returns a task that deletes expired rows periodically, rule by rule. Any number of processes may run it. */
export const retentionTask = ({ name, rules, everyMs, chunk, onError }: RetentionOptions): Task =>
  periodicTask({
    name,
    jobs: [{ everyMs, act: () => deleteExpired(rules, chunk, onError) }],
    onError: (error) => onError(error, name),
  });

/** Runs each rule once; the error of one does not stop the others. */
export async function deleteExpired(
  rules: readonly RetentionRule[],
  chunk: number,
  onError: (error: unknown, what: string) => void,
): Promise<void> {
  for (const { what, deleteChunk } of rules) await deleteInChunks(deleteChunk, chunk).catch((error: unknown) => onError(error, what));
}
