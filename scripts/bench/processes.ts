import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK']));

/** The processes of a system, by name. */
export type Pids = Readonly<Record<string, number>>;

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly seconds: number;
}

/** Returns the CPU seconds that these processes and their descendants have used. */
export function cpuSeconds(pids: readonly number[]): number {
  const all = stats();
  const wanted = new Set(pids);
  for (let grew = true; grew; ) {
    grew = false;
    for (const { pid, parent } of all)
      if (wanted.has(parent) && !wanted.has(pid)) {
        wanted.add(pid);
        grew = true;
      }
  }
  return all.filter(({ pid }) => wanted.has(pid)).reduce((sum, { seconds }) => sum + seconds, 0);
}

/** Returns the resident memory of a process in MB. */
export function residentMb(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_024;
}

function stats(): Stat[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ');
        const [, parent, ...rest] = fields;
        // utime, stime, cutime and cstime are fields 14 to 17 of the line.
        const ticks = rest.slice(9, 13).reduce((sum, field) => sum + Number(field), 0);
        return [{ pid: Number(name), parent: Number(parent), seconds: ticks / ticksPerSecond }];
      } catch {
        return [];
      }
    });
}
