import { createReadStream, openSync, writeSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** A destination for the lines of a suite and for what its processes print. */
export interface Output {
  /** A file descriptor for child processes. */
  readonly fd: number;
  /** Writes one line. */
  readonly say: (line: string) => void;
  /** Prints everything that was held back. */
  show(): Promise<void>;
}

/** Writes to the terminal. */
export const terminal: Output = {
  fd: 2,
  say: (line) => void process.stdout.write(`${line}\n`),
  show: async () => {},
};

/** Writes to a file until `show`, so that suites that run at the same time do not mix their lines. */
export function heldOutput(file: string): Output {
  const fd = openSync(file, 'a');
  return {
    fd,
    say: (line) => void writeSync(fd, `${line}\n`),
    show: () => pipeline(createReadStream(file), process.stdout, { end: false }),
  };
}
