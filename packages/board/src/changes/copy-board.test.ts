import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { boardOf, join, read } from '../../test/fixtures/boards.ts';
import { stateAfter, steps } from '../../test/fixtures/random-changes.ts';
import { emptyBoard } from '../document/load-board.ts';
import { changeElements } from './change-elements.ts';
import { copyBoard } from './copy-board.ts';

describe('copyBoard', () => {
  it('gives every element a new id and leaves all else as it is', () => {
    fc.assert(
      fc.property(steps(20), (changes) => {
        const state = stateAfter(emptyBoard(), changes);
        const elements = read(state);
        const copies = read(copyBoard(state));
        const former = new Map(copies.map(({ id }, at) => [id, elements[at]!.id]));
        expect(JSON.parse(JSON.stringify(copies), (_key, value) => former.get(value) ?? value)).toEqual(elements);
        expect(copies.filter(({ id }) => elements.some((element) => element.id === id))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('has no history', () => {
    const { state, elements } = boardOf({ type: 'sticky', text: 'first' });
    const now = join(state, changeElements(state, [{ element_id: elements[0]!.id, text: 'other' }]).update);
    expect(copyBoard(now).length).toBeLessThan(now.length);
  });
});
