import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { profile } from '../profile.ts';

/** The resources that an action has used in the process of the profile and in its Postgres. */
interface Cost {
  /** CPU time of the process with all of its threads. */
  readonly cpu_ms: number;
  /** CPU time of Postgres. */
  readonly database_cpu_ms: number;
  /** Growth of resident memory up to its peak. */
  readonly memory_mb: number;
}

/** An action's result with its cost. */
export interface Measured<T> extends Cost {
  readonly result: T;
}

const MS_PER_TICK = 1_000 / Number(execFileSync('getconf', ['CLK_TCK']));

/** The process of the standalone profile. It writes its id into its data folder, next to its log. */
const pid = Number(readFileSync(join(dirname(profile.log_files[0]!), 'pid'), 'utf8'));

/**
 * Runs an action and returns what it cost. CPU time is the measure, since it does not depend on what else the machine runs.
 * Linux counts it in steps of 10 ms.
 */
export async function measure<T>(action: () => Promise<T>): Promise<Measured<T>> {
  const before = { process: ticksOf(pid), database: databaseTicks(), memory: memoryMb('VmRSS') };
  resetPeak();
  const result = await action();
  return {
    result,
    cpu_ms: (ticksOf(pid) - before.process) * MS_PER_TICK,
    database_cpu_ms: Math.max(0, (databaseTicks() - before.database) * MS_PER_TICK),
    memory_mb: Math.max(0, memoryMb('VmHWM') - before.memory),
  };
}

/** Returns the resident memory of the process now, or its peak since `resetPeak`. */
const memoryMb = (field: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

/** Lets the kernel forget the peak of resident memory (proc(5), clear_refs). */
const resetPeak = (): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** Returns the CPU ticks of Postgres: of its first process with all children that have ended, and of those that run. */
const databaseTicks = (): number =>
  childrenOf(pid).reduce(
    (sum, child) => sum + ticksOf(child, true) + childrenOf(child).reduce((inner, backend) => inner + ticksOf(backend), 0),
    0,
  );

function childrenOf(parent: number): number[] {
  const text = readOr(`/proc/${parent}/task/${parent}/children`, '');
  return text.split(' ').filter(Boolean).map(Number);
}

/** Returns the CPU ticks of a process, with those of its ended children if `withEnded`. */
function ticksOf(process: number, withEnded = false): number {
  const fields = readOr(`/proc/${process}/stat`, '')
    .replace(/^.*\) /s, '')
    .split(' ');
  // utime, stime, cutime and cstime are fields 14 to 17 of the line, and the first two are cut off here.
  return fields.slice(11, withEnded ? 15 : 13).reduce((sum, field) => sum + Number(field), 0);
}

function readOr(file: string, missing: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return missing;
  }
}
