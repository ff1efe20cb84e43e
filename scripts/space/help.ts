import { commands } from './commands.ts';
import { deadLetterCommands } from './dead-letters.ts';

/** The parts of a command that its help shows. */
interface Described {
  readonly usage: string;
  readonly summary: string;
  readonly example: string;
}

/** Returns the help with every command. */
export const help = (): string =>
  `Usage: npm run space -- <command> [--json]\n\n${[...Object.values(commands), ...Object.values(deadLetterCommands)]
    .map(({ usage, summary }) => `  ${usage}\n      ${summary}\n`)
    .join('')}\n<command> --help shows an example. The exit code is 0, 1 if the command failed, 2 if the command line is wrong.\n`;

/** Returns the help of one command. */
export const commandHelp = ({ usage, summary, example }: Described): string =>
  `Usage: npm run space -- ${usage} [--json]\n\n${summary}.\n\nExample:\n  npm run space -- ${example}\n`;
