import { expect, test } from '@jest/globals';
import { CommandLineError, readCommandLine } from './command-line.ts';

test('no arguments mean no options and no command', () => {
  expect(readCommandLine([])).toEqual({ help: false, json: false });
});

test('options precede --exec, and every word after it belongs to the command', () => {
  expect(
    readCommandLine(['--nats-port', '4222', '--kafka-port=9092', '--folder', 'data', '--exec', 'npm', 'test', '--', '--json']),
  ).toEqual({
    help: false,
    json: false,
    natsPort: 4222,
    kafkaPort: 9092,
    folder: 'data',
    command: ['npm', 'test', '--', '--json'],
  });
});

test('`--` starts a command like --exec', () => {
  expect(readCommandLine(['--json', '--', 'jest', '--exec'])).toMatchObject({ json: true, command: ['jest', '--exec'] });
});

test('--source limits the sources to one', () => {
  expect(readCommandLine(['--source', 'native'])).toMatchObject({ sources: ['native'] });
});

test.each([
  [['--exec']],
  [['--']],
  [['--bogus']],
  [['word']],
  [['--nats-port', '0']],
  [['--kafka-port', '65536']],
  [['--source', 'cloud']],
])('rejects invalid arguments %j with a CommandLineError', (words) => {
  expect(() => readCommandLine(words)).toThrow(CommandLineError);
});
