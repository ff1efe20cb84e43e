import { expect, test } from '@jest/globals';
import { boardElement, boardOf } from '../../../test/fixtures/board-of.ts';
import { elementAround, elementAt, elementsIn, frameAround } from '../geometry/hit-test.ts';
import { resizeBox } from '../geometry/resize-box.ts';
import { snapBox } from '../geometry/snap.ts';
import { fitView, panBy, showBox, toBoard, toWindow, zoomTo } from '../geometry/view.ts';
import { movePatches, resizePatches, rotatePatches, withPatches } from './change-places.ts';
import { marqueeSelection, pullTo } from './gesture.ts';
import { boxedElement, connectorEnd, freehandElement, lineElement } from './new-elements.ts';
import { pressElement, withContents } from './selection.ts';

const a = boardElement('a', { x: 0, y: 0, width: 100, height: 100 });
const b = boardElement('b', { x: 50, y: 50, width: 100, height: 100, group_id: 'g' });
const c = boardElement('c', { x: 400, y: 0, width: 50, height: 50, group_id: 'g' });
const locked = boardElement('locked', { x: 10, y: 200, width: 20, height: 20, is_locked: true });
const frame = boardElement('frame', { type: 'frame', x: -50, y: -50, width: 300, height: 300 });
const board = boardOf(frame, a, b, c, locked);

test('the uppermost element at a place is found, a line within the tolerance, and a frame at its edge and its title only', () => {
  expect(elementAt(board, { x: 75, y: 75 }, 4)?.id).toBe('b');
  expect(elementAt(board, { x: 20, y: 20 }, 4)?.id).toBe('a');
  expect(elementAt(board, { x: 160, y: 20 }, 4)).toBeUndefined();
  expect(elementAt(board, { x: -50, y: 20 }, 4)?.id).toBe('frame');
  expect(elementAt(board, { x: -40, y: -60 }, 4)?.id).toBe('frame');
  const line = boardElement('line', {
    type: 'line',
    x: 0,
    y: 0,
    points: [
      [0, 0],
      [100, 100],
    ],
  });
  expect(elementAt(boardOf(line), { x: 52, y: 48 }, 4)?.id).toBe('line');
  expect(elementAt(boardOf(line), { x: 70, y: 30 }, 4)).toBeUndefined();
});

test('a rotated element is found where it is drawn', () => {
  const turned = boardOf(boardElement('t', { x: 0, y: 40, width: 100, height: 20, rotation: 90 }));
  expect(elementAt(turned, { x: 50, y: 10 }, 0)?.id).toBe('t');
  expect(elementAt(turned, { x: 10, y: 50 }, 0)).toBeUndefined();
});

test('a connector is found along its way between two elements', () => {
  const connector = boardElement('k', {
    type: 'connector',
    from: { element_id: 'a', side: 'auto' },
    to: { element_id: 'c', side: 'auto' },
  });
  expect(elementAt(boardOf(a, c, connector), { x: 250, y: 37.5 }, 6)?.id).toBe('k');
  expect(elementAround(board, { x: 60, y: 60 })?.id).toBe('b');
  expect(elementAround(board, { x: 60, y: 60 }, 'b')?.id).toBe('a');
  expect(frameAround(board, { x: 60, y: 60 }, new Set())?.id).toBe('frame');
  expect(frameAround(board, { x: 60, y: 60 }, new Set(['frame']))).toBeUndefined();
});

test('a marquee selects what is in it as a whole, with the rest of groups, and leaves locked elements out', () => {
  expect(elementsIn(board, { x: -1, y: -1, width: 160, height: 300 }).map(({ id }) => id)).toEqual(['a', 'b']);
  expect([...marqueeSelection(board, { x: -1, y: -1 }, { x: 151, y: 300 }, new Set())]).toEqual(['a', 'b', 'c']);
});

test('a press selects a group, with Shift it adds or takes away, and a press on a selected element keeps the selection', () => {
  expect([...pressElement(board, new Set(['a']), 'b', false)]).toEqual(['b', 'c']);
  expect([...pressElement(board, new Set(['a']), 'b', true)]).toEqual(['a', 'b', 'c']);
  expect([...pressElement(board, new Set(['a', 'b', 'c']), 'c', true)]).toEqual(['a']);
  const both = new Set(['a', 'b']);
  expect(pressElement(board, both, 'a', false)).toBe(both);
});

test('what is in a frame moves with it', () => {
  const inside = boardOf(frame, boardElement('i', { frame_id: 'frame' }), boardElement('o'));
  expect([...withContents(inside, ['frame'])]).toEqual(['frame', 'i']);
});

test('a handle changes its sides only, a side stays at least as long as allowed, and proportions stay on demand', () => {
  const box = { x: 10, y: 10, width: 100, height: 50 };
  expect(resizeBox(box, 'se', { x: 210, y: 110 })).toEqual({ x: 10, y: 10, width: 200, height: 100 });
  expect(resizeBox(box, 'w', { x: 60, y: 999 })).toEqual({ x: 60, y: 10, width: 50, height: 50 });
  expect(resizeBox(box, 'nw', { x: 500, y: 500 }, { least: 4 })).toEqual({ x: 106, y: 56, width: 4, height: 4 });
  expect(resizeBox(box, 'se', { x: 210, y: 61 }, { hasRatio: true })).toEqual({ x: 10, y: 10, width: 200, height: 100 });
});

test('elements are resized in their places, points of lines too, and free ends of connectors', () => {
  const line = boardElement('l', {
    type: 'line',
    x: 100,
    y: 0,
    points: [
      [0, 0],
      [-100, 50],
    ],
  });
  const connector = boardElement('k', { type: 'connector', from: { x: 0, y: 0 }, to: { element_id: 'a', side: 'auto' } });
  const scaling = { from: { x: 0, y: 0, width: 100, height: 100 }, to: { x: 0, y: 0, width: 200, height: 50 } };
  expect(Object.fromEntries(resizePatches([a, line, connector, locked], scaling))).toEqual({
    a: { x: 0, y: 0, width: 200, height: 50 },
    l: {
      x: 200,
      y: 0,
      points: [
        [0, 0],
        [-200, 25],
      ],
    },
    k: { from: { x: 0, y: 0 } },
  });
});

test('moving and rotating leave locked elements and attached connectors', () => {
  const attached = boardElement('k', { type: 'connector', from: { element_id: 'a', side: 'auto' }, to: { element_id: 'b', side: 'auto' } });
  expect(Object.fromEntries(movePatches([a, locked, attached], 5, -5))).toEqual({ a: { x: 5, y: -5 } });
  expect(Object.fromEntries(rotatePatches([{ ...a, rotation: 170 }], 20))).toEqual({ a: { rotation: -170 } });
});

test('a moved box snaps to the next edge within the tolerance', () => {
  const others = [{ x: 200, y: 0, width: 100, height: 40 }];
  expect(snapBox({ x: 97, y: 300, width: 100, height: 40 }, others, 5)).toEqual({ dx: 3, dy: 0, guides: [{ axis: 'x', at: 200 }] });
  expect(snapBox({ x: 80, y: 300, width: 100, height: 41 }, others, 5).guides).toEqual([]);
  const pull = { kind: 'move', start: { x: 0, y: 0 }, elements: [a], others } as const;
  expect(pullTo(pull, { x: 97, y: 0 }, 1, { shift: false, alt: false }).patches.get('a')).toEqual({ x: 100, y: 0 });
  expect(pullTo(pull, { x: 97, y: 9 }, 1, { shift: true, alt: true }).patches.get('a')).toEqual({ x: 97, y: 0 });
});

test('a press makes an element of the usual size around the place, a pull one of its box', () => {
  expect(boxedElement('sticky', { x: 100, y: 100 }, { x: 101, y: 100 }, 1).fields).toEqual({ x: 0, y: 0, width: 200, height: 200 });
  expect(boxedElement('rectangle', { x: 100, y: 100 }, { x: 40, y: 160 }, 1).fields).toEqual({ x: 40, y: 100, width: 60, height: 60 });
  expect(
    lineElement([
      { x: 1, y: 1 },
      { x: 1, y: 1 },
    ]),
  ).toBeUndefined();
  expect(
    freehandElement(
      [
        { x: 1, y: 1 },
        { x: 2, y: 2 },
        { x: 3, y: 3 },
      ],
      2,
    )?.fields.points,
  ).toEqual([
    [0, 0],
    [2, 2],
  ]);
  expect(connectorEnd({ x: 1.005, y: 2 }, undefined)).toEqual({ x: 1, y: 2 });
});

test('patches are shown before they are stored', () => {
  const [shown] = withPatches([a], new Map([['a', { x: 7, 'style.font_size': 30 }]]));
  expect([shown!.x, shown!.style.font_size, shown!.style.stroke_color]).toEqual([7, 30, a.style.stroke_color]);
  expect(withPatches([b], new Map())[0]).toBe(b);
});

test('a view is zoomed about a place, moved and fitted', () => {
  const view = { x: 10, y: 20, zoom: 2 };
  const place = { x: 100, y: 50 };
  expect(toWindow(view, toBoard(view, place))).toEqual(place);
  expect(toBoard(zoomTo(view, place, 4), place)).toEqual(toBoard(view, place));
  expect(zoomTo(view, place, 1_000).zoom).toBe(8);
  expect(panBy(view, 10, -20)).toEqual({ x: 15, y: 10, zoom: 2 });
  expect(fitView({ x: 0, y: 0, width: 1_000, height: 100 }, { width: 580, height: 580 })).toEqual({ x: -80, y: -530, zoom: 0.5 });
  const size = { width: 200, height: 200 };
  expect(showBox(view, { x: 20, y: 30, width: 10, height: 10 }, size)).toBe(view);
  expect(showBox(view, { x: 500, y: 500, width: 10, height: 10 }, size)).toEqual({ x: 455, y: 455, zoom: 2 });
});
