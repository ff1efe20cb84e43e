import { closeSync, openSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { LOG_BUFFER_BYTES, LOG_FILE_BYTES, LOG_FILES } from '@space/contracts/platform';
import { destination } from 'pino';
import { type LogBounds, shiftLogFiles } from './log-rotation.ts';

/** The file or the standard output that a log is written to. It never throws, and a full disk does not stop the process. */
export interface LogDestination {
  write(line: string): void;
}

/** Receives the fate of lines that could not be written. */
export interface LogObserver {
  dropped(): void;
  /** Lines are written again; `count` lines were dropped, for `reason`. */
  recovered(count: number, reason: string): void;
}

/** Lines are written when the buffer has this size, and at least at this interval. */
const WRITE_BYTES = 4_096;
const FLUSH_MS = 250;

/** Interval at which a file that cannot be written is opened again: it may have been replaced. */
const REOPEN_MS = 1_000;

const MODE = 0o600;

/**
 * Opens standard output, or `file`, which is rotated by size. While it cannot be written, lines wait in a bounded buffer;
 * further lines are dropped and reported to the observer.
 */
export function openLogDestination(
  file: string | undefined,
  observer: LogObserver,
  bounds: LogBounds = { bytes: LOG_FILE_BYTES, files: LOG_FILES },
): LogDestination {
  const out = destination({
    dest: file ?? 1,
    sync: false,
    minLength: WRITE_BYTES,
    maxLength: LOG_BUFFER_BYTES,
    ...(file ? { append: true, mode: MODE, mkdir: true } : {}),
  });
  let size = file ? sizeOf(file) : 0;
  let count = 0;
  let reason = 'the buffer was full';
  let isFailing = false;
  let isReopening = false;

  out.on('drop', () => {
    count += 1;
    observer.dropped();
  });
  out.on('error', (error: NodeJS.ErrnoException) => {
    reason = error.code ?? error.message;
    isFailing = true;
    if (!file || isReopening) return;
    isReopening = true;
    setTimeout(reopen, REOPEN_MS, file).unref();
  });
  out.on('write', (bytes: number) => {
    if (bytes === 0) return;
    isFailing = false;
    if (count > 0) {
      const lost = count;
      count = 0;
      setImmediate(() => observer.recovered(lost, reason));
    }
    size += bytes;
    if (file && size >= bounds.bytes) rotate(file);
  });
  setInterval(() => out.flush(), FLUSH_MS).unref();
  process.on('exit', () => {
    // flushSync repeats a failed write without an end.
    if (isFailing || (file && isDiskFull(file))) return;
    try {
      out.flushSync();
    } catch {
      // The file was never opened.
    }
  });
  return { write: (line) => void out.write(line) };

  /** Makes the file exist before the destination opens it: a failed open in the destination would leave it without a file. */
  function openAgain(path: string): void {
    closeSync(openSync(path, 'a', MODE));
    out.reopen();
  }

  function reopen(path: string): void {
    isReopening = false;
    try {
      openAgain(path);
      size = sizeOf(path);
    } catch (error) {
      reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    }
  }

  function rotate(path: string): void {
    // After a failure, too, the next attempt waits until the file has grown by its bound.
    size = 0;
    try {
      shiftLogFiles(path, bounds);
      openAgain(path);
    } catch (error) {
      reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    }
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Returns true also for a folder that cannot be examined, such as a removed one. */
function isDiskFull(file: string): boolean {
  try {
    return statfsSync(dirname(file)).bavail === 0;
  } catch {
    return true;
  }
}
