import { expect, test } from '@jest/globals';
import { createTurns } from './index.ts';

/** A queue of due work; `flood` has a hundred entries that are older than all others. */
function queue(...quiet: string[]) {
  const due = [...Array.from({ length: 100 }, () => 'flood'), ...quiet].map((space_id, id) => ({ space_id, id }));
  let statements = 0;
  const turns = createTurns({
    async list(limit, except) {
      statements += 1;
      return due.filter(({ space_id }) => !except.includes(space_id)).slice(0, limit);
    },
    batch: 10,
    turn: 3,
  });
  return {
    /** Returns the Spaces of the next turn, whose work is then done. */
    async next() {
      const work = await turns.next();
      for (const one of work) due.splice(due.indexOf(one), 1);
      return work.map(({ space_id }) => space_id);
    },
    statements: () => statements,
  };
}

test('a Space whose work fills the queue has one turn before each other Space had one', async () => {
  const { next } = queue('a', 'b', 'a', 'c');
  expect(await next()).toEqual(['flood', 'flood', 'flood']);
  expect(await next()).toEqual(['a', 'b', 'c', 'a']);
  expect(await next()).toEqual(['flood', 'flood', 'flood']);
});

test('a Space that is alone gets whole batches, with two further statements each', async () => {
  const { next, statements } = queue();
  expect((await next()).length).toBe(3);
  for (let left = 97; left > 0; left -= 10) expect((await next()).length).toBe(Math.min(10, left));
  expect(await next()).toEqual([]);
  expect(statements()).toBeLessThanOrEqual(2 * 12);
});
