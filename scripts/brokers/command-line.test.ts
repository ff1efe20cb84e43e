import { expect, test } from '@jest/globals';
import { CommandLineError, readCommandLine } from './command-line.ts';

test('without words there is nothing to choose and nothing to run', () => {
  expect(readCommandLine([])).toEqual({ help: false, json: false });
});

test('options stand before the command, and every word after --exec belongs to the command', () => {
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

test('two dashes alone begin a command too', () => {
  expect(readCommandLine(['--json', '--', 'jest', '--exec'])).toMatchObject({ json: true, command: ['jest', '--exec'] });
});

test('one source can be asked for', () => {
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
])('words that make no sense are refused in a sentence: %j', (words) => {
  expect(() => readCommandLine(words)).toThrow(CommandLineError);
});
