import { parseArgs } from 'node:util';
import { commands } from './commands.ts';
import { deadLetterCommands } from './dead-letters.ts';

/** Options that every command has. */
const common = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;

/** An option in a usage text; one with a value has a space and the value after it. */
const OPTION = /--([a-z][a-z-]*)(?=( [^[\]| ])?)/g;

/** A command line: the words of the command, its options with a value, and its options without one. */
export interface CommandLine {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string>>;
  readonly flags: Readonly<Record<string, boolean>>;
}

/** Parses a command line with the options that the usage texts name. Throws for any other option. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const usages = [...Object.values(commands), ...Object.values(deadLetterCommands)].map(({ usage }) => usage);
  const named = usages.flatMap((usage) => [...usage.matchAll(OPTION)]);
  const options = Object.fromEntries(
    named.map(([, name, value]) => [name!, { type: value === undefined ? 'boolean' : 'string' } as const]),
  );
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { ...options, ...common } });
  const given = Object.entries(values);
  return {
    words: positionals,
    options: Object.fromEntries(given.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))),
    flags: Object.fromEntries(given.flatMap(([name, value]) => (typeof value === 'boolean' ? [[name, value]] : []))),
  };
}
