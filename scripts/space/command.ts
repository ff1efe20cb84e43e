import type { Client } from '@space/client';
import type { OperatorConnection } from './connection.ts';
import type { Columns } from './format-result.ts';

/** The options of a command, as text. */
export type Options = Readonly<Record<string, string | undefined>>;

/** A command line that cannot be run. Its message says the way out; the exit code is 2. */
export class UsageError extends Error {}

/** Access of a command to the connection and the terminal. */
export interface Terminal {
  readonly connection: OperatorConnection;
  /** Returns a signal that Ctrl-C aborts; from then on Ctrl-C does not end the process. */
  untilEnded(): AbortSignal;
  /** True to print one JSON document per line, for programs. */
  readonly json: boolean;
  print(line: string): void;
}

/** One command: its usage, its summary, an example, and the operation that it calls. */
export interface Command {
  readonly usage: string;
  readonly summary: string;
  /** A command line to paste, without `npm run space --`. */
  readonly example: string;
  /** The columns of a list for people: some, or the first that fit the terminal; default one line per field. */
  readonly columns?: Columns;
  /** The most words after the name, such as ids; default 0. */
  readonly most_words?: number;
  /** Returns the result to print, or undefined if the command has printed everything itself. */
  run(client: Client, options: Options, words: readonly string[], terminal: Terminal): Promise<unknown>;
}

/** Returns the value; throws UsageError if it is missing. `name` is the option or argument with an example. */
export function required(value: string | undefined, name: string): string {
  if (!value) throw new UsageError(`${name} is required.`);
  return value;
}

/** Returns the Space of a command. */
export const spaceOf = ({ space }: Options): string => required(space, '--space spc_… (spaces list shows the ids)');

/** Returns an option as a whole number between 1 and `max`, or the default. */
export function countOf(text: string | undefined, name: string, normal: number, max: number): number {
  if (text === undefined) return normal;
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= max) return count;
  throw new UsageError(`${name} must be a whole number between 1 and ${max}.`);
}
