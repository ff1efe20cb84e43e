import { expect, test } from '@jest/globals';
import { openDatabase } from '@space/database';
import { endLoggers } from './end-loggers.ts';

test('the end of a test file removes the listener that its database adds to the standard output', () => {
  expect(openDatabase).toBeInstanceOf(Function);
  const before = process.stdout.listenerCount('error');
  expect(before).toBeGreaterThan(0);
  endLoggers();
  expect(process.stdout.listenerCount('error')).toBe(before - 1);
});
