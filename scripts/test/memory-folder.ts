import { statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

/** The folder in which Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm';

/** Bytes that must be free in memory and in that folder: databases of tests take two gigabytes at most. */
const NEEDED_BYTES = 8 * 1_073_741_824;

/**
 * Returns a folder for data that a test run creates and deletes many times: one in memory where there is room, else that for temporary files. Each
 * copy of the template database is a thousand files. ext4 searches a long time for an inode after many were deleted: that took a third of the CPU
 * time of our integration tests.
 */
export function memoryFolder(): string {
  if (process.platform !== 'linux' || freemem() < NEEDED_BYTES) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= NEEDED_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
