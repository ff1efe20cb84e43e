import { expect, jest, test } from '@jest/globals';
import { readAgain } from './read-again.ts';

const noWait = async (): Promise<void> => undefined;

test('a read that fails is made again, and its failure is said once', async () => {
  const read = jest.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('503')).mockRejectedValueOnce(new Error('503'));
  read.mockResolvedValue('Deals');
  const onFailed = jest.fn();
  await expect(readAgain(read, () => true, onFailed, noWait)).resolves.toBe('Deals');
  expect(onFailed).toHaveBeenCalledTimes(1);
});

test('it ends when it is not wanted any more, and after a number of failures', async () => {
  const read = jest.fn<() => Promise<string>>().mockRejectedValue(new Error('offline'));
  let isWanted = true;
  await expect(
    readAgain(
      read,
      () => isWanted,
      () => (isWanted = false),
      noWait,
    ),
  ).resolves.toBeUndefined();
  expect(read).toHaveBeenCalledTimes(1);
  await expect(
    readAgain(
      read,
      () => true,
      () => undefined,
      noWait,
    ),
  ).resolves.toBeUndefined();
  expect(read).toHaveBeenCalledTimes(6);
});
