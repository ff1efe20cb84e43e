import { relative } from 'node:path';

/** The parts of a report of jest that name failed tests. */
export interface FailureReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Characters of an error in the list. */
const MAX_ERROR_LENGTH = 300;
/** The colours that jest puts into its messages. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a colour begins with the control character ESC.
const COLOUR = /\u001B\[[\d;]*m/g;

/** Returns one line for each failed test and for each file that did not load: the file, the test, the start of the error. */
export const failuresOf = ({ testResults }: FailureReport, root: string): string[] =>
  testResults.flatMap(({ name, message, assertionResults }) => {
    const path = relative(root, name);
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length > 0) return failed.map((one) => `${path} › ${one.fullName}: ${startOf(one.failureMessages[0] ?? '')}`);
    return assertionResults.length === 0 && message ? [`${path}: ${startOf(message)}`] : [];
  });

/** Returns the start of a message as one line without colours and without the stack. */
const startOf = (message: string): string =>
  message
    .replaceAll(COLOUR, '')
    .replace(/\n\s+at [\s\S]*/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_ERROR_LENGTH);
