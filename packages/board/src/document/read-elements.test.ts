import { describe, expect, it } from '@jest/globals';
import { BoardElement, type NewElement } from '@space/contracts/whiteboard-elements';
import fc from 'fast-check';
import * as Y from 'yjs';
import { boardOf, join, ref } from '../../test/fixtures/boards.ts';
import { createElements } from '../changes/create-elements.ts';
import { fieldRules } from '../schema/fields.ts';
import { elementsOf, findElement } from './element-map.ts';
import { loadBoard } from './load-board.ts';
import { newElementId } from './new-element-id.ts';
import { readElements } from './read-elements.ts';

const everyType: NewElement[] = [
  { type: 'sticky', ref: 'a', text: 'one' },
  { type: 'rectangle' },
  { type: 'ellipse' },
  { type: 'diamond' },
  { type: 'text', text: 'two' },
  {
    type: 'line',
    points: [
      [0, 0],
      [5, 5],
    ],
  },
  { type: 'freehand', points: [[0, 0]] },
  { type: 'image', asset_id: 'ast_1' },
  { type: 'embed', address: 'space:table/tbl_1' },
  { type: 'frame', ref: 'f', frame_ref: 'g' },
  { type: 'frame', ref: 'g' },
  { type: 'connector', from: ref('a'), to: ref('f') },
];

/** Returns a whiteboard with an element of each type, and a function that writes into one of them. */
function board() {
  const { state, elements } = boardOf(...everyType);
  const doc = loadBoard(state);
  const write = (type: string, key: string, value: unknown) =>
    findElement(doc, elements.find((element) => element.type === type)!.id)!.set(key, value);
  const readType = (type: string) => readElements(doc).find((element) => element.type === type);
  return { doc, elements, write, readType };
}

describe('readElements', () => {
  it('gives elements of each type as the contract has them', () => {
    const { doc, elements } = board();
    for (const element of readElements(doc)) expect(BoardElement.parse(element)).toEqual(element);
    expect(readElements(doc)).toHaveLength(elements.length);
  });

  it('reads values that break the schema as defaults, and changes nothing', () => {
    const { doc, elements, write, readType } = board();
    write('sticky', 'x', 'left');
    write('sticky', 'style.fill_color', 'red');
    write('sticky', 'text', 'no Y.Text');
    write('connector', 'route', 'winding');
    write('line', 'width', 50);
    write('rectangle', 'frame_id', newElementId());
    const before = Y.encodeStateAsUpdate(doc);
    expect(readType('sticky')).toEqual({ ...elements[0], x: 0, text: '' });
    expect(readType('connector')).toMatchObject({ route: 'straight' });
    expect(readType('line')).toMatchObject({ width: 5 });
    expect(readType('rectangle')).toMatchObject({ frame_id: null });
    expect(Y.encodeStateAsUpdate(doc)).toEqual(before);
  });

  it('leaves out elements of unknown types, without a value that they need, and with ids of another form', () => {
    const { doc, write, readType } = board();
    write('diamond', 'type', 'chart');
    write('image', 'asset_id', 'a/b');
    write('freehand', 'points', []);
    elementsOf(doc).set('elm_1', new Y.Map([['type', 'sticky']]));
    elementsOf(doc).set(newElementId(), 'a word');
    expect([readType('chart'), readType('image'), readType('freehand')]).toEqual([undefined, undefined, undefined]);
    expect(readElements(doc)).toHaveLength(everyType.length - 3);
  });

  it('leaves out a connector while an element at its end is missing', () => {
    const { doc, elements, readType } = board();
    elementsOf(doc).delete(elements[0]!.id);
    expect(readType('connector')).toBeUndefined();
  });

  it('reads frames that two writers put into each other as frames in no frame', () => {
    const { doc, elements, write } = board();
    const [inner, outer] = elements.filter(({ type }) => type === 'frame');
    findElement(doc, outer!.id)!.set('frame_id', inner!.id);
    write('sticky', 'frame_id', inner!.id);
    const after = new Map(readElements(doc).map((element) => [element.id, element.frame_id]));
    expect([after.get(inner!.id), after.get(outer!.id), after.get(elements[0]!.id)]).toEqual([null, null, inner!.id]);
  });

  it('orders elements of two writers that drew the same place by their ids', () => {
    const { state } = boardOf({ type: 'sticky' });
    const [one, two] = [1, 2].map(() => createElements(state, [{ type: 'sticky', x: 0, y: 0 }]));
    expect(one!.elements[0]!.index).toBe(two!.elements[0]!.index);
    const ids = [one!, two!].map(({ elements }) => elements[0]!.id);
    const merged = readElements(loadBoard(join(join(state, two!.update), one!.update)));
    expect(merged.slice(1).map(({ id }) => id)).toEqual(ids.sort());
  });

  it('gives elements as the contract has them, with any value in any field', () => {
    const keys = ['type', 'text', ...Object.keys(fieldRules)];
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, 2n ** 60n, new Uint8Array(2), [
        [0, 0],
        [1, Number.NaN],
      ]),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), fc.constantFrom(...keys), value), { minLength: 1, maxLength: 20 }), (changes) => {
        const { doc } = board();
        const maps = [...elementsOf(doc).values()] as Y.Map<unknown>[];
        for (const [at, key, content] of changes) maps[at % maps.length]!.set(key, content);
        for (const element of readElements(doc)) expect(BoardElement.parse(element)).toEqual(element);
      }),
      { numRuns: 100 },
    );
  });
});
