import { expect, test } from '@jest/globals';
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

test('every command takes --json and --help, and refuses an option that no usage names', () => {
  expect(parseCommandLine(['keys', 'list', '--json', '-h'])).toEqual({
    words: ['keys', 'list'],
    options: {},
    flags: { json: true, help: true },
  });
  expect(() => parseCommandLine(['keys', 'list', '--colour', 'red'])).toThrow(/'--colour'/);
});
