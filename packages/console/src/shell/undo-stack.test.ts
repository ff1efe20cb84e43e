import { beforeEach, expect, test } from '@jest/globals';
import { ApiError } from '../api/api-error.ts';
import { createUndoStack, type UndoEntry, type UndoStack } from './undo-stack.ts';

let stack: UndoStack;
let done: string[] = [];
const act = (said: string, undo: UndoEntry['undo'] = async () => void done.push(said)): UndoEntry => ({ said, undo });
beforeEach(() => {
  done = [];
  stack = createUndoStack();
});

test('acts are taken back once each, the latest first', async () => {
  for (const said of ['one', 'two']) stack.push(act(said));
  await stack.undo();
  await stack.undo();
  await stack.undo();
  expect(done).toEqual(['two', 'one']);
});

test('a toast takes its own act back, which is no longer the latest', async () => {
  const [first, second] = [act('first'), act('second')];
  stack.push(first);
  stack.push(second);
  await stack.undo(first);
  await stack.undo(first);
  expect(done).toEqual(['first']);
  expect(stack.pop()).toBe(second);
});

test('a tab remembers fifty acts', () => {
  for (let index = 0; index < 60; index += 1) stack.push(act(String(index)));
  const left: string[] = [];
  for (let entry = stack.pop(); entry; entry = stack.pop()) left.push(entry.said);
  expect([left.length, left[0], left.at(-1)]).toEqual([50, '59', '10']);
});

test('one act is taken back at a time', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  stack.push(act('one'));
  stack.push(act('slow', () => promise));
  const first = stack.undo();
  await stack.undo();
  resolve();
  await first;
  expect(done).toEqual([]);
  expect(stack.pop()?.said).toBe('one');
});

test('an act that is refused is gone, and one that could not reach the service can be taken back later', async () => {
  const refusal = (status: number) => async () => Promise.reject(new ApiError('Refused.', { status, code: 'x' }));
  stack.push(act('refused', refusal(412)));
  await expect(stack.undo()).rejects.toThrow('Refused.');
  expect(stack.pop()).toBeUndefined();
  const away = act('away', refusal(0));
  stack.push(away);
  await expect(stack.undo()).rejects.toThrow('Refused.');
  expect(stack.pop()).toBe(away);
});
