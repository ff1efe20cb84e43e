import { expect, test } from '@jest/globals';
import { createContentTurns } from '../kinds/content-turns.ts';
import { ContentMovedError } from './append-update.ts';
import { applyInTurn } from './apply-in-turn.ts';

const nothing = async () => undefined;

test('a change that others overtake is applied again, and follows them the fifth time', async () => {
  const attempts: boolean[] = [];
  const answer = await applyInTurn(createContentTurns(), 'doc_1', nothing, async function attempt(mayFollowOthers) {
    attempts.push(mayFollowOthers);
    if (!mayFollowOthers) throw new ContentMovedError();
    return 'stored';
  });
  expect(answer).toBe('stored');
  expect(attempts).toEqual([false, false, false, false, true]);
});

test('another error ends the change, and the next one has its turn', async () => {
  const turns = createContentTurns();
  const failing = applyInTurn(turns, 'doc_1', nothing, async () => {
    throw new Error('refused');
  });
  const next = applyInTurn(turns, 'doc_1', nothing, async () => 'next');
  await expect(failing).rejects.toThrow('refused');
  expect(await next).toBe('next');
});

test('a call that is repeated gets its stored answer without another change', async () => {
  const turns = createContentTurns();
  let stored: string | undefined;
  const change = async () => {
    stored = 'first';
    return stored;
  };
  const [one, other] = await Promise.all(
    [0, 1].map(() => applyInTurn(turns, 'doc_1', async () => stored && `replay of ${stored}`, change)),
  );
  expect([one, other]).toEqual(['first', 'replay of first']);
});
