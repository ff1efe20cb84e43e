import { existsSync, renameSync } from 'node:fs';
import { copyFile, rm, stat, truncate } from 'node:fs/promises';

/** The bounds of a log: the size at which a file is rotated, and the number of files, with the current one. */
export interface LogBounds {
  readonly bytes: number;
  readonly files: number;
}

/** Renames `file` to `file.1`, `file.1` to `file.2` and so on; the oldest is replaced. `first` is the number of the first renamed file. */
export function shiftLogFiles(file: string, { files }: Pick<LogBounds, 'files'>, first = 0): void {
  const name = (number: number): string => (number === 0 ? file : `${file}.${number}`);
  for (let number = files - 2; number >= first; number -= 1) if (existsSync(name(number))) renameSync(name(number), name(number + 1));
}

/**
 * Rotates a log that another process has open for appending: copies it to `file.1` and empties it. Lines that are written
 * between the two are lost. Without space for the copy the file is emptied only. Returns true if it was rotated.
 */
export async function rotateByCopy(file: string, bounds: LogBounds): Promise<boolean> {
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  if (size < bounds.bytes) return false;
  const copy = `${file}.copy`;
  try {
    await copyFile(file, copy);
    shiftLogFiles(file, bounds, 1);
    renameSync(copy, `${file}.1`);
  } catch {
    await rm(copy, { force: true });
  }
  await truncate(file, 0);
  return true;
}
