import { commands } from './commands.ts';
import { deadLetterCommands } from './dead-letters.ts';

/** The parts of a command that its help shows. */
interface Described {
  readonly usage: string;
  readonly summary: string;
  readonly example: string;
}

const all = Object.entries<Described>({ ...commands, ...deadLetterCommands });

const commandsOf = (word: string): readonly Described[] =>
  all.filter(([name]) => name.startsWith(`${word} `)).map(([, command]) => command);

/** Returns true if commands of two words begin with this one. */
export const isGroup = (word: string): boolean => commandsOf(word).length > 0;

/** Returns the help with the commands that begin with a word, or with every command. */
export const help = (word = ''): string =>
  `Usage: npm run space -- <command> [--json]\n\n${(isGroup(word) ? commandsOf(word) : all.map(([, command]) => command))
    .map(({ usage, summary }) => `  ${usage}\n      ${summary}\n`)
    .join('')}\n<command> --help shows an example. The exit code is 0, 1 if the command failed, 2 if the command line is wrong.\n`;

/** Returns the usage of one command, in one line. */
export const usageOf = ({ usage }: Pick<Described, 'usage'>): string => `Usage: npm run space -- ${usage} [--json]`;

/** Returns the help of one command. */
export const commandHelp = ({ usage, summary, example }: Described): string =>
  `${usageOf({ usage })}\n\n${summary}.\n\nExample:\n  npm run space -- ${example}\n`;
