import { describe, expect, it } from '@jest/globals';
import { type BoardElement, MAX_BOARD_ELEMENTS, MAX_FRAME_NESTING, type NewElement } from '@space/contracts/whiteboard-elements';
import { boardOf, join, read, ref, refusalOf } from '../../test/fixtures/boards.ts';
import { emptyBoard } from '../document/load-board.ts';
import { newElementId } from '../document/new-element-id.ts';
import { overlaps } from '../geometry/box.ts';
import { elementBox } from '../geometry/element-box.ts';
import { changeElements } from './change-elements.ts';
import { createElements } from './create-elements.ts';
import { deleteElements } from './delete-elements.ts';
import { replaceElements } from './replace-elements.ts';

describe('createElements', () => {
  it('adds elements with the defaults of their types, in the order of the call from bottom to top', () => {
    const { state, elements } = boardOf({ type: 'sticky', text: 'Idea', x: 5, y: 6 }, { type: 'image', asset_id: 'ast_1', x: 0, y: 0 });
    expect(read(state)).toEqual(elements);
    expect(elements[0]).toEqual({
      type: 'sticky',
      id: expect.stringMatching(/^elm_/),
      x: 5,
      y: 6,
      width: 200,
      height: 200,
      rotation: 0,
      text: 'Idea',
      style: expect.objectContaining({ fill_color: '#ffec99', stroke_color: '#1e1e1e' }),
      frame_id: null,
      group_id: null,
      is_locked: false,
      link: null,
      index: expect.any(String),
      seed: expect.any(Number),
    });
    expect(elements[0]!.index < elements[1]!.index).toBe(true);
  });

  it('resolves the refs of connectors and frames, also to later elements', () => {
    const { elements } = boardOf(
      { type: 'connector', from: ref('a'), to: ref('b'), text: 'then' },
      { type: 'sticky', ref: 'a', frame_ref: 'f' },
      { type: 'sticky', ref: 'b', frame_ref: 'f' },
      { type: 'frame', ref: 'f', text: 'Flow' },
    );
    const [connector, a, b, frame] = elements as [BoardElement & { type: 'connector' }, BoardElement, BoardElement, BoardElement];
    expect(connector).toMatchObject({ from: { element_id: a.id }, to: { element_id: b.id }, end_cap: 'arrow', width: 40, height: 0 });
    expect([a.frame_id, b.frame_id]).toEqual([frame.id, frame.id]);
    expect(frame.index < a.index).toBe(true);
  });

  it('places elements without x and y where they cover nothing, in the frame that they are in', () => {
    const first = boardOf({ type: 'frame', x: 100, y: 100, width: 700, height: 500 }, { type: 'rectangle', x: 140, y: 140 });
    const frame_id = first.elements[0]!.id;
    const { update, elements } = createElements(first.state, [
      ...Array.from({ length: 3 }, (): NewElement => ({ type: 'sticky', frame_id })),
      ...Array.from({ length: 9 }, (): NewElement => ({ type: 'ellipse' })),
      {
        type: 'line',
        points: [
          [0, 0],
          [-300, 80],
        ],
      },
    ]);
    const all = read(join(first.state, update)).filter(({ type }) => type !== 'frame');
    for (const a of all) for (const b of all) if (a.id < b.id) expect(overlaps(elementBox(a), elementBox(b))).toBe(false);
    for (const { x, y } of elements.slice(0, 3)) expect([x >= 140, y >= 140, x + 200 <= 760]).toEqual([true, true, true]);
    const frame = elementBox(first.elements[0]!);
    for (const element of elements.slice(3)) expect(overlaps(elementBox(element), frame)).toBe(false);
  });

  it('fits a new frame without a size around its new elements', () => {
    const { elements } = boardOf(
      { type: 'frame', ref: 'outer' },
      { type: 'frame', ref: 'inner', frame_ref: 'outer' },
      ...Array.from({ length: 5 }, (): NewElement => ({ type: 'sticky', frame_ref: 'inner' })),
      { type: 'sticky', frame_ref: 'outer' },
    );
    const [outer, inner] = elements.map(elementBox);
    for (const element of elements.slice(2, 7)) expect(isInside(elementBox(element), inner!)).toBe(true);
    expect(isInside(inner!, outer!)).toBe(true);
    expect(isInside(elementBox(elements[7]!), outer!)).toBe(true);
    expect(overlaps(elementBox(elements[7]!), inner!)).toBe(false);
  });

  it('puts a new frame below the elements that are there', () => {
    const { state, elements } = boardOf({ type: 'frame', x: 0, y: 0 }, { type: 'sticky', x: 0, y: 0 });
    const { update, elements: created } = createElements(state, [
      { type: 'frame', x: 0, y: 0 },
      { type: 'text', text: 'x', x: 0, y: 0 },
    ]);
    expect(read(join(state, update)).map(({ id }) => id)).toEqual([elements[0]!.id, created[0]!.id, elements[1]!.id, created[1]!.id]);
  });

  const refused: [name: string, element: NewElement, refusal: object][] = [
    [
      'a connector to a missing element',
      { type: 'connector', from: { element_id: newElementId(), side: 'auto' }, to: { x: 0, y: 0 } },
      { code: 'unknown_element', field: 'from' },
    ],
    ['a ref that no element has', { type: 'connector', from: { x: 0, y: 0 }, to: ref('z') }, { code: 'unknown_element', field: 'to' }],
    ['a frame that is missing', { type: 'sticky', frame_id: newElementId() }, { code: 'unknown_element', field: 'frame_id' }],
    ['a frame that is a sticky', { type: 'sticky', frame_ref: 'a' }, { code: 'invalid', field: 'frame_id' }],
    ['a connector to a connector', { type: 'connector', ref: 'c', from: ref('a'), to: ref('c') }, { code: 'invalid', field: 'to' }],
    ['a frame in itself', { type: 'frame', ref: 'f', frame_ref: 'f' }, { code: 'conflict', field: 'frame_id' }],
    ['a ref for the second time', { type: 'sticky', ref: 'a' }, { code: 'invalid', field: 'ref' }],
    ['x without y', { type: 'sticky', x: 1 }, { code: 'invalid', field: 'y' }],
    ['NaN', { type: 'sticky', x: Number.NaN, y: 0 }, { code: 'invalid', field: 'x' }],
    ['a field that its type does not have', { type: 'sticky', points: [[0, 0]] } as never, { code: 'invalid', field: 'points' }],
    ['a style that does not exist', { type: 'sticky', style: { glow: 1 } } as never, { code: 'invalid', field: 'style.glow' }],
    ['a line without points', { type: 'line' } as never, { code: 'invalid', field: 'points' }],
    ['a text with U+0000', { type: 'sticky', text: 'a\u0000' }, { code: 'invalid', field: 'text' }],
  ];
  it.each(refused)('refuses %s with its index and field', (_name, element, refusal) => {
    expect(refusalOf(() => createElements(emptyBoard(), [{ type: 'sticky', ref: 'a' }, element]))).toMatchObject({ index: 1, ...refusal });
  });

  it('refuses frames that are nested too deeply and elements above the limit', () => {
    const frames = (count: number) =>
      Array.from({ length: count }, (_, n): NewElement => ({ type: 'frame', ref: `f${n}`, ...(n > 0 ? { frame_ref: `f${n - 1}` } : {}) }));
    expect(createElements(emptyBoard(), frames(MAX_FRAME_NESTING)).elements).toHaveLength(MAX_FRAME_NESTING);
    expect(refusalOf(() => createElements(emptyBoard(), frames(MAX_FRAME_NESTING + 1)))).toMatchObject({
      code: 'conflict',
      index: MAX_FRAME_NESTING,
    });
    const many = Array.from({ length: MAX_BOARD_ELEMENTS }, (): NewElement => ({ type: 'sticky' }));
    expect(createElements(emptyBoard(), many).elements).toHaveLength(MAX_BOARD_ELEMENTS);
    expect(refusalOf(() => createElements(emptyBoard(), [...many, { type: 'sticky' }])).code).toBe('too_large');
  });
});

describe('changeElements', () => {
  it('changes the fields given, and returns the elements before and after', () => {
    const { state, elements } = boardOf({ type: 'sticky', text: 'one' }, { type: 'sticky', text: 'two' });
    const id = elements[0]!.id;
    const { update, before, after } = changeElements(state, [
      { element_id: id, text: 'one more', style: { fill_color: null }, link: 'https://a.b' },
    ]);
    expect(before).toEqual([elements[0]]);
    expect(after).toEqual([{ ...elements[0], text: 'one more', link: 'https://a.b', style: { ...elements[0]!.style, fill_color: null } }]);
    expect(read(join(state, update))).toEqual([after[0], elements[1]]);
  });

  it('has no update if nothing differs', () => {
    const { state, elements } = boardOf({ type: 'sticky', text: 'one', x: 1, y: 2 });
    expect(changeElements(state, [{ element_id: elements[0]!.id, text: 'one', x: 1 }])).toEqual({ update: null, before: [], after: [] });
  });

  it('moves elements to the front and to the back', () => {
    const { state, elements } = boardOf({ type: 'sticky' }, { type: 'sticky' }, { type: 'sticky' });
    const [a, b, c] = elements.map(({ id }) => id) as [string, string, string];
    const { update } = changeElements(state, [
      { element_id: a, place: 'front' },
      { element_id: c, place: 'back' },
    ]);
    expect(read(join(state, update)).map(({ id }) => id)).toEqual([c, b, a]);
  });

  it('moves what is in a frame with it, but not what the call places', () => {
    const { state, elements } = boardOf(
      { type: 'frame', ref: 'f', x: 0, y: 0 },
      { type: 'frame', ref: 'g', frame_ref: 'f', x: 100, y: 100, width: 200, height: 200 },
      { type: 'sticky', frame_ref: 'g', x: 110, y: 110 },
      { type: 'sticky', frame_ref: 'f', x: 400, y: 0 },
      { type: 'connector', frame_ref: 'f', from: { x: 1, y: 2 }, to: { x: 3, y: 4 } },
      { type: 'sticky', x: 0, y: 900 },
    );
    const { update } = changeElements(state, [
      { element_id: elements[0]!.id, x: 1_000 },
      { element_id: elements[3]!.id, y: 50 },
    ]);
    const after = new Map(read(join(state, update)).map((element) => [element.id, element]));
    expect(elements.map(({ id }) => [after.get(id)!.x, after.get(id)!.y])).toEqual([
      [1_000, 0],
      [1_100, 100],
      [1_110, 110],
      [400, 50],
      [1_001, 2],
      [0, 900],
    ]);
  });

  it('refuses fields of other types, missing elements and circles of frames with the index', () => {
    const { state, elements } = boardOf(
      { type: 'frame', ref: 'a' },
      { type: 'frame', ref: 'b', frame_ref: 'a' },
      { type: 'connector', from: ref('a'), to: ref('b') },
    );
    const [a, b, c] = elements.map(({ id }) => id) as [string, string, string];
    const change = (fields: object) =>
      refusalOf(() =>
        changeElements(state, [
          { element_id: b, x: 1 },
          { element_id: a, ...fields },
        ]),
      );
    expect(change({ route: 'elbow' })).toMatchObject({ code: 'invalid', index: 1, field: 'route' });
    expect(change({ frame_id: b })).toMatchObject({ code: 'conflict', index: 1, field: 'frame_id' });
    expect(change({ frame_id: newElementId() })).toMatchObject({ code: 'unknown_element', index: 1, field: 'frame_id' });
    expect(change({ element_id: newElementId(), x: 1 })).toMatchObject({ code: 'unknown_element', index: 1 });
    expect(change({ element_id: b, y: 1 })).toMatchObject({ code: 'invalid', index: 1, field: 'element_id' });
    expect(refusalOf(() => changeElements(state, [{ element_id: c, width: 5 }]))).toMatchObject({
      code: 'invalid',
      field: 'width',
      message: expect.stringContaining('follows from its ends'),
    });
  });
});

describe('deleteElements', () => {
  const board = () =>
    boardOf(
      { type: 'frame', ref: 'f' },
      { type: 'frame', ref: 'g', frame_ref: 'f' },
      { type: 'sticky', ref: 'a', frame_ref: 'g' },
      { type: 'sticky', ref: 'b' },
      { type: 'connector', from: ref('a'), to: ref('b') },
    );

  it('deletes the connectors of deleted elements with them', () => {
    const { state, elements } = board();
    const { update, deleted } = deleteElements(state, [elements[3]!.id]);
    expect(deleted.map(({ type }) => type)).toEqual(['sticky', 'connector']);
    expect(read(join(state, update)).map(({ id }) => id)).toEqual(elements.slice(0, 3).map(({ id }) => id));
  });

  it('leaves what is in a deleted frame in the frame around it', () => {
    const { state, elements } = board();
    const { update } = deleteElements(state, [elements[1]!.id]);
    const after = read(join(state, update));
    expect(after).toHaveLength(4);
    expect(after.find(({ id }) => id === elements[2]!.id)!.frame_id).toBe(elements[0]!.id);
  });

  it('deletes what is in a frame if the call says so', () => {
    const { state, elements } = board();
    const { update, deleted } = deleteElements(state, [elements[0]!.id], { with_content: true });
    expect(deleted).toHaveLength(4);
    expect(read(join(state, update)).map(({ id }) => id)).toEqual([elements[3]!.id]);
  });

  it('deletes nothing if an element is missing', () => {
    const { state, elements } = board();
    expect(refusalOf(() => deleteElements(state, [elements[0]!.id, newElementId()]))).toMatchObject({ code: 'unknown_element', index: 1 });
  });
});

it('replaceElements leaves only the new elements', () => {
  const { state } = boardOf({ type: 'sticky' }, { type: 'frame' });
  const { update, elements } = replaceElements(state, [{ type: 'text', text: 'alone' }]);
  expect(read(join(state, update))).toEqual(elements);
  expect(elements).toMatchObject([{ type: 'text', text: 'alone', x: 0, y: 0 }]);
});

function isInside(inner: { x: number; y: number; width: number; height: number }, outer: typeof inner): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}
