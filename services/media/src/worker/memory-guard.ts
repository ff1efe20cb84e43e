import { readFileSync } from 'node:fs';

const INTERVAL_MS = 50;

/**
 * Calls `onAbove` when a process has more than some bytes of memory, and looks every 50 ms until the returned function is called. Only Linux says how
 * much a process has.
 */
export function guardMemory(pid: number, bytes: number, onAbove: () => void): () => void {
  const timer = setInterval(function look() {
    if (memoryOf(pid) > bytes) onAbove();
  }, INTERVAL_MS);
  return () => clearInterval(timer);
}

/** Returns the bytes of memory of a process; 0 for one that has ended, and on other systems. */
function memoryOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) * 1_024;
  } catch {
    return 0;
  }
}
