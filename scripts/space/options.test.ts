import { expect, test } from '@jest/globals';
import { UsageError } from './command.ts';
import { commands } from './commands.ts';
import { deadLetterCommands } from './dead-letters.ts';
import { parseCommandLine } from './options.ts';

const all = Object.entries({ ...commands, ...deadLetterCommands }).map(([name, { usage }]) => ({ name, usage }));

/** The options that take no value. */
const flags = ['all', 'follow'];

test.each(all)('the command "$name" takes each option that its usage names', ({ name, usage }) => {
  const named = usage.split(/[\s[\]|]+/).flatMap((word) => (word.startsWith('--') ? [word.slice(2)] : []));
  for (const option of named) {
    const line = parseCommandLine([...name.split(' '), `--${option}`, 'given']);
    if (flags.includes(option)) expect(line).toMatchObject({ words: [...name.split(' '), 'given'], flags: { [option]: true } });
    else expect(line).toMatchObject({ words: name.split(' '), options: { [option]: 'given' } });
  }
});

test('every command takes --json and --help', () => {
  expect(parseCommandLine(['keys', 'list', '--json', '-h'])).toEqual({
    words: ['keys', 'list'],
    options: {},
    flags: { json: true, help: true },
  });
});

test.each<[args: string[], message: string]>([
  [['tables', 'list', '--foo'], 'tables list has no option --foo. The options are --limit, --space, --json, --help.'],
  [['tables', 'list', '--foo=1'], 'tables list has no option --foo. The options are --limit, --space, --json, --help.'],
  [
    ['tables', 'list', '--limt', '5'],
    'tables list has no option --limt; did you mean --limit? The options are --limit, --space, --json, --help.',
  ],
  [['spaces', 'list', '--scopes', 'contacts:read'], 'spaces list has no option --scopes. The options are --json, --help.'],
  [['spaces', 'list', '-x'], 'spaces list has no option -x. The options are --json, --help.'],
  [['spaces', 'list', '--constructor'], 'spaces list has no option --constructor. The options are --json, --help.'],
  [['--foo'], 'There is no option --foo without a command. The options are --json, --help.'],
  [['tables', 'list', '--limit'], '--limit requires a value. Write --limit=<value> if the value begins with a hyphen.'],
  [['tables', 'list', '--limit', '--json'], '--limit requires a value. Write --limit=<value> if the value begins with a hyphen.'],
  [['tables', 'list', '--json=yes'], '--json takes no value.'],
])('the command line %j is refused in words of this program', (args, message) => {
  expect(() => parseCommandLine(args)).toThrow(new UsageError(message));
});

test('a value may begin with a hyphen, and an unknown command is found before its options', () => {
  expect(parseCommandLine(['rows', 'list', 'tbl_1', '--search=-5']).options).toEqual({ search: '-5' });
  expect(parseCommandLine(['tbles', 'list', '--foo']).words).toEqual(['tbles', 'list']);
});
