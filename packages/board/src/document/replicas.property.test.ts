import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as Y from 'yjs';
import { boardOf, join, read } from '../../test/fixtures/boards.ts';
import { type Step, steps, updateOf } from '../../test/fixtures/random-changes.ts';
import { changeElements } from '../changes/change-elements.ts';
import { emptyBoard, loadBoard } from './load-board.ts';
import { readElements } from './read-elements.ts';

/** Returns the state of a replica after random changes, and its updates. */
function write(state: Uint8Array, list: readonly Step[]): { readonly state: Uint8Array; readonly updates: readonly Uint8Array[] } {
  const updates: Uint8Array[] = [];
  let present = state;
  for (const step of list) {
    const update = updateOf(present, step);
    if (update) updates.push(update);
    present = join(present, update);
  }
  return { state: present, updates };
}

describe('two replicas of a whiteboard', () => {
  it('have the same elements after each has the changes of the other one', () => {
    fc.assert(
      fc.property(steps(8), steps(8), steps(8), (base, mine, theirs) => {
        const start = write(emptyBoard(), base).state;
        const [one, two] = [write(start, mine), write(start, theirs)];
        const merged = read(two.updates.reduce(join, one.state));
        expect(read(one.updates.reduce(join, two.state))).toEqual(merged);
        const frames = new Map(merged.map((element) => [element.id, element]));
        for (const { id, frame_id } of merged) if (frame_id !== null) expect([id, frames.get(frame_id)?.type]).toEqual([id, 'frame']);
      }),
      { numRuns: 50 },
    );
  });

  it('take the position of one and the words of both for one element', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((text) => text.toWellFormed().replaceAll('\u0000', ''));
    fc.assert(
      fc.property(word, word, word, fc.integer({ min: -1_000, max: 1_000 }), (before, mine, theirs, x) => {
        const { state, elements } = boardOf({ type: 'sticky', text: `${before}|`, x: 0, y: 0 });
        const element_id = elements[0]!.id;
        const one = changeElements(state, [{ element_id, text: `${mine}${before}|` }]);
        const two = changeElements(state, [{ element_id, text: `${before}|${theirs}`, x, style: { opacity: 0.5 } }]);
        const [merged] = read(join(join(state, one.update), two.update));
        expect(merged).toMatchObject({ x, text: `${mine}${before}|${theirs}`, style: { opacity: 0.5 } });
      }),
      { numRuns: 300 },
    );
  });
});

describe('updates', () => {
  it('give one state in every order and with duplicates', () => {
    fc.assert(
      fc.property(steps(8), steps(6), steps(6), fc.infiniteStream(fc.nat()), (base, mine, theirs, random) => {
        const start = write(emptyBoard(), base);
        const updates = [start.state, ...write(start.state, mine).updates, ...write(start.state, theirs).updates];
        const inOrder = read(updates.reduce(join, emptyBoard()));
        const shuffled = [...updates, ...updates]
          .map((part) => ({ part, order: random.next().value as number }))
          .sort((a, b) => a.order - b.order);
        const doc = loadBoard(emptyBoard());
        for (const { part } of shuffled) Y.applyUpdate(doc, part);
        expect(readElements(doc)).toEqual(inOrder);
        expect(doc.store.pendingStructs).toBeNull();
      }),
      { numRuns: 50 },
    );
  });
});
