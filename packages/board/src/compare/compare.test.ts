import { describe, expect, it } from '@jest/globals';
import type { NewElement } from '@space/contracts/whiteboard-elements';
import { boardOf, join, read, ref } from '../../test/fixtures/boards.ts';
import { changeElements } from '../changes/change-elements.ts';
import { createElements } from '../changes/create-elements.ts';
import { deleteElements } from '../changes/delete-elements.ts';
import { compareStates } from './compare-boards.ts';
import { describeBoard } from './describe-board.ts';
import { revertChange } from './revert-change.ts';

describe('compareStates', () => {
  it('names added, changed and removed elements, and the beginnings of new and changed texts', () => {
    const { state, elements } = boardOf(
      { type: 'sticky', text: 'stays' },
      { type: 'sticky', text: 'old' },
      { type: 'sticky', text: 'goes' },
    );
    const created = createElements(state, [{ type: 'text', text: 'x'.repeat(300) }]);
    let after = join(state, created.update);
    after = join(after, changeElements(after, [{ element_id: elements[1]!.id, text: 'new' }]).update);
    after = join(after, deleteElements(after, [elements[2]!.id]).update);
    expect(compareStates(state, after)).toEqual({
      added: [created.elements[0]!.id],
      changed: [elements[1]!.id],
      removed: [elements[2]!.id],
      texts: [`${'x'.repeat(279)}…`, 'new'],
    });
  });

  it('names at most ten texts', () => {
    const many = Array.from({ length: 12 }, (_, n): NewElement => ({ type: 'sticky', text: `note ${n}` }));
    const { state } = boardOf({ type: 'sticky' });
    expect(compareStates(state, join(state, createElements(state, many).update)).texts).toHaveLength(10);
  });

  it('does not name a connector whose element moved', () => {
    const { state, elements } = boardOf({ type: 'sticky', ref: 'a' }, { type: 'connector', from: ref('a'), to: { x: 900, y: 900 } });
    const after = join(state, changeElements(state, [{ element_id: elements[0]!.id, x: -500 }]).update);
    expect(compareStates(state, after).changed).toEqual([elements[0]!.id]);
  });
});

describe('revertChange', () => {
  it('brings back no connector whose end someone deleted since then', () => {
    const { state, elements } = boardOf(
      { type: 'sticky', ref: 'a' },
      { type: 'sticky', ref: 'b' },
      { type: 'connector', from: ref('a'), to: ref('b') },
    );
    const after = join(state, deleteElements(state, [elements[2]!.id]).update);
    const present = join(after, deleteElements(after, [elements[0]!.id]).update);
    expect(revertChange(present, { before: state, after })).toMatchObject({ added: [], changed: [], removed: [] });
  });

  it('lets no frame be in itself after someone put the frames into each other the other way round', () => {
    const { state, elements } = boardOf({ type: 'frame', ref: 'a' }, { type: 'frame', frame_ref: 'a' });
    const [a, b] = elements.map(({ id }) => id) as [string, string];
    const after = join(state, changeElements(state, [{ element_id: b, frame_id: null }]).update);
    const present = join(after, changeElements(after, [{ element_id: a, frame_id: b }]).update);
    const reverted = read(join(present, revertChange(present, { before: state, after }).update));
    expect(reverted.map(({ id, frame_id }) => [id, frame_id])).toEqual([
      [a, b],
      [b, null],
    ]);
  });
});

describe('describeBoard', () => {
  it('gives the bounds, the count of each type, and the texts in reading order', () => {
    const { elements } = boardOf(
      { type: 'sticky', ref: 'c', text: 'third\nline', x: 0, y: 400 },
      { type: 'sticky', text: 'second', x: 300, y: 10 },
      { type: 'sticky', ref: 'a', text: 'first', x: 0, y: 50 },
      { type: 'frame', ref: 'f', text: 'Sprint', x: 0, y: 1_000 },
      { type: 'sticky', ref: 'i', frame_ref: 'f', text: 'inside', x: 50, y: 1_050 },
      { type: 'rectangle', ref: 'r', frame_ref: 'f', x: 300, y: 1_050 },
      { type: 'connector', frame_ref: 'f', from: ref('i'), to: ref('r'), text: 'then' },
      { type: 'connector', from: ref('c'), to: { x: 5, y: 5 } },
    );
    expect(describeBoard(elements)).toEqual({
      bounds: { x: 0, y: 5, width: 500, height: 1_285 },
      counts: { sticky: 4, frame: 1, rectangle: 1, connector: 2 },
      text: ['first', 'second', 'third', 'line', 'Sprint', '  inside', '  inside -> (rectangle): then', 'third -> (point)'].join('\n'),
    });
  });

  it('has no bounds for an empty whiteboard', () => {
    expect(describeBoard([])).toEqual({ bounds: null, counts: {}, text: '' });
  });
});
