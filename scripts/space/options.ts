import { parseArgs } from 'node:util';
import { closestNames } from '@space/text';
import { UsageError } from './command.ts';
import { commands } from './commands.ts';
import { deadLetterCommands } from './dead-letters.ts';

type Kind = 'boolean' | 'string';
type Kinds = Readonly<Record<string, { readonly type: Kind; readonly short?: string }>>;

/** Options that every command has. */
const common: Kinds = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } };

/** An option in a usage text; one with a value has a space and the value after it. */
const OPTION = /--([a-z][a-z-]*)(?=( [^[\]| ])?)/g;

const usages: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({ ...commands, ...deadLetterCommands }).map(([name, { usage }]) => [name, usage]),
);

/** Returns the options that a usage text names, with those of every command. */
const optionsIn = (usage: string): Kinds => ({
  ...Object.fromEntries(
    [...usage.matchAll(OPTION)].map(([, name, value]): [string, { type: Kind }] => [
      name!,
      { type: value === undefined ? 'boolean' : 'string' },
    ]),
  ),
  ...common,
});

/** A command line: the words of the command, its options with a value, and its options without one. */
export interface CommandLine {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string>>;
  readonly flags: Readonly<Record<string, boolean>>;
}

/** Returns the name of a command: the longest start of the words that is one, or all words. */
export function commandName(words: readonly string[]): string {
  const names = [words.slice(0, 2).join(' '), words[0] ?? ''];
  return names.find((name) => Object.hasOwn(usages, name)) ?? words.join(' ');
}

/**
 * Parses a command line with the options that the usage texts name. Throws UsageError for an option that the command does not
 * have, and for a wrong value. The options of a command that does not exist are not checked.
 */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const options = optionsIn(Object.values(usages).join('\n'));
  const { values, positionals, tokens } = parseArgs({ args: [...args], allowPositionals: true, strict: false, tokens: true, options });
  const name = commandName(positionals);
  const own = positionals.length === 0 ? common : Object.hasOwn(usages, name) ? optionsIn(usages[name]!) : undefined;
  for (const token of tokens) if (own && token.kind === 'option') assertOption(name, own, token);
  const given = Object.entries(values);
  return {
    words: positionals,
    options: Object.fromEntries(given.flatMap(([option, value]) => (typeof value === 'string' ? [[option, value]] : []))),
    flags: Object.fromEntries(given.flatMap(([option, value]) => (typeof value === 'boolean' ? [[option, value]] : []))),
  };
}

/** One option of a command line, as it was written. */
interface GivenOption {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

/** Throws UsageError if a command does not have an option, if it lacks its value, or if it has one that it does not take. */
function assertOption(command: string, own: Kinds, { name, rawName, value, inlineValue }: GivenOption): void {
  if (!Object.hasOwn(own, name)) throw new UsageError(describeUnknownOption(command, Object.keys(own), name, rawName));
  if (own[name]!.type === 'boolean') {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value.`);
  } else if (value === undefined || (value.startsWith('-') && !inlineValue))
    throw new UsageError(`${rawName} requires a value. Write ${rawName}=<value> if the value begins with a hyphen.`);
}

/** Returns the message about an option that a command does not have, with those that it has. */
function describeUnknownOption(command: string, own: readonly string[], name: string, written: string): string {
  const [near] = closestNames(name, own, 1);
  const start = command === '' ? `There is no option ${written} without a command` : `${command} has no option ${written}`;
  return `${start}${near === undefined ? '.' : `; did you mean --${near}?`} The options are ${own.map((one) => `--${one}`).join(', ')}.`;
}
