import { readlinkSync } from 'node:fs';
import { constants, platform, setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * Lowers the priority of the worker thread that calls it, so that the threads that answer calls go first when processors are
 * short. Does nothing where threads have no priority of their own: outside of Linux, and in sandboxes that hide them.
 */
export function lowerThreadPriority(): void {
  if (platform() !== 'linux') return;
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The thread works at the priority of its process.
  }
}
