import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { join, read } from '../../test/fixtures/boards.ts';
import { stateAfter, steps } from '../../test/fixtures/random-changes.ts';
import { emptyBoard } from '../document/load-board.ts';
import { compareStates } from './compare-boards.ts';
import { restoreState, revertChange } from './revert-change.ts';

describe('revertChange', () => {
  it('makes a whiteboard that no one else changed exactly what it was', () => {
    fc.assert(
      fc.property(steps(10), steps(6), (base, change) => {
        const before = stateAfter(emptyBoard(), base);
        const after = stateAfter(before, change);
        const reverted = join(after, revertChange(after, { before, after }).update);
        expect(read(reverted)).toEqual(read(before));
        expect(compareStates(before, reverted)).toEqual({ added: [], changed: [], removed: [], texts: [] });
      }),
      { numRuns: 60 },
    );
  });

  it('leaves what others did since then: elements of theirs, and fields that the change did not change', () => {
    fc.assert(
      fc.property(steps(10), steps(4), steps(4), (base, change, later) => {
        const before = stateAfter(emptyBoard(), base);
        const after = stateAfter(before, change);
        const present = stateAfter(after, later);
        const reverted = read(join(present, revertChange(present, { before, after }).update));
        const ids = new Set(reverted.map(({ id }) => id));
        const [was, became] = [before, after].map((state) => new Map(read(state).map((element) => [element.id, element])));
        for (const element of read(present)) {
          if (element.type === 'connector' || became!.has(element.id)) continue;
          // Added since the change, so it stays.
          expect(ids.has(element.id)).toBe(true);
        }
        for (const element of reverted) {
          const [a, b] = [was!.get(element.id), became!.get(element.id)];
          const now = read(present).find(({ id }) => id === element.id);
          if (a && b && now && a.text === b.text) expect(element.text).toBe(now.text);
          if (a && b && now && a.x === b.x && element.type !== 'connector') expect(element.x).toBe(now.x);
          if (a && b && now && a.text !== b.text) expect(element.text).toBe(now.text === b.text ? a.text : now.text);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('restoreState', () => {
  it('makes a whiteboard what it was in an earlier state', () => {
    fc.assert(
      fc.property(steps(10), steps(10), (base, changes) => {
        const earlier = stateAfter(emptyBoard(), base);
        const present = stateAfter(earlier, changes);
        expect(read(join(present, restoreState(present, earlier).update))).toEqual(read(earlier));
      }),
      { numRuns: 40 },
    );
  });
});
