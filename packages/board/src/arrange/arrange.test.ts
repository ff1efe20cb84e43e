import { describe, expect, it } from '@jest/globals';
import type { BoardElement, NewElement } from '@space/contracts/whiteboard-elements';
import { boardOf, join, read, ref, refusalOf } from '../../test/fixtures/boards.ts';
import { emptyBoard } from '../document/load-board.ts';
import { newElementId } from '../document/new-element-id.ts';
import { arrangeElements } from './arrange-elements.ts';
import { addDiagram, type Diagram } from './diagram.ts';

const placesOf = (elements: readonly BoardElement[]) => elements.map(({ x, y }) => [x, y]);
const sticky = (x: number, y: number, more: Partial<NewElement> = {}) => ({ type: 'sticky', x, y, ...more }) as NewElement;

describe('arrangeElements', () => {
  const arranged = (board: ReturnType<typeof boardOf>, layout: 'grid' | 'rows' | 'layers', gap?: number) => {
    const { update } = arrangeElements(
      board.state,
      board.elements.map(({ id }) => id),
      layout,
      gap,
    );
    const after = new Map(read(join(board.state, update)).map((element) => [element.id, element]));
    return board.elements.map(({ id }) => after.get(id)!);
  };

  it('puts elements into the cells of a grid in the order of their ids, and leaves the first one in place', () => {
    const board = boardOf(sticky(50, 0), sticky(10, 700), sticky(300, 300, { width: 100 }), sticky(0, 0));
    expect(placesOf(arranged(board, 'grid', 10))).toEqual([
      [50, 0],
      [260, 0],
      [50, 210],
      [260, 210],
    ]);
  });

  it('puts elements of several sizes into rows', () => {
    const board = boardOf(sticky(0, 0), sticky(9, 9, { width: 40 }), sticky(5, 5, { height: 20 }), sticky(0, 0));
    const after = arranged(board, 'rows', 20);
    expect(placesOf(after)[1]).toEqual([220, 0]);
    expect(new Set(after.map(({ y }) => y)).size).toBeGreaterThan(1);
  });

  it('puts elements into layers along their connectors', () => {
    const board = boardOf(
      sticky(0, 0, { ref: 'a' }),
      sticky(0, 0, { ref: 'b' }),
      sticky(0, 0, { ref: 'c' }),
      { type: 'connector', from: ref('c'), to: ref('a') },
      { type: 'connector', from: ref('a'), to: ref('b') },
    );
    const [a, b, c] = arranged(board, 'layers').map(({ y }) => y) as [number, number, number];
    expect([c, a, b]).toEqual([-280, 0, 280]);
  });

  it('does not move locked elements, and moves what is in a frame with the frame only', () => {
    const board = boardOf(
      sticky(7, 7, { is_locked: true }),
      { type: 'frame', ref: 'f', x: 500, y: 500, width: 300, height: 300 },
      sticky(550, 550, { frame_ref: 'f' }),
      sticky(300, 900),
    );
    expect(placesOf(arranged(board, 'rows', 0))).toEqual([
      [7, 7],
      [500, 500],
      [550, 550],
      [500, 800],
    ]);
  });

  it('refuses an element that the whiteboard lacks with its index', () => {
    const { state, elements } = boardOf(sticky(0, 0));
    expect(refusalOf(() => arrangeElements(state, [elements[0]!.id, newElementId()], 'grid'))).toMatchObject({
      code: 'unknown_element',
      index: 1,
    });
  });
});

describe('addDiagram', () => {
  const node = (name: string, label = name) => ({ ref: name, label, shape: 'rectangle' }) as const;
  const diagram = (more: Partial<Diagram>): Diagram => ({
    nodes: [node('a'), node('b')],
    edges: [{ from: 'a', to: 'b', label: 'then' }],
    direction: 'down',
    title: 'Flow',
    ...more,
  });

  it('adds a frame with the nodes and their connectors', () => {
    const { update, frame, nodes, connectors } = addDiagram(emptyBoard(), diagram({}));
    expect(frame).toMatchObject({ type: 'frame', text: 'Flow', x: 0, y: 0 });
    expect(nodes).toMatchObject([
      { text: 'a', frame_id: frame.id },
      { text: 'b', frame_id: frame.id },
    ]);
    expect(connectors).toMatchObject([
      { text: 'then', from: { element_id: nodes[0]!.id }, to: { element_id: nodes[1]!.id }, frame_id: frame.id },
    ]);
    expect(read(join(emptyBoard(), update))).toHaveLength(4);
  });

  it.each([
    ['down', 'y', 1],
    ['up', 'y', -1],
    ['right', 'x', 1],
    ['left', 'x', -1],
  ] as const)('leads its edges %s', (direction, axis, sign) => {
    const [a, b] = addDiagram(emptyBoard(), diagram({ direction })).nodes;
    expect(Math.sign(b![axis] - a![axis])).toBe(sign);
  });

  it('takes edges of a node to itself, circles and several edges of two nodes', () => {
    const edges = [
      ['a', 'a'],
      ['a', 'b'],
      ['a', 'b'],
      ['b', 'a'],
    ].map(([from, to]) => ({ from: from!, to: to!, label: '' }));
    expect(addDiagram(emptyBoard(), diagram({ edges })).connectors).toHaveLength(4);
  });

  it('refuses a ref that two nodes have, a node that is missing and a diagram that no frame can hold', () => {
    expect(refusalOf(() => addDiagram(emptyBoard(), diagram({ nodes: [node('a'), node('a')] })))).toMatchObject({
      code: 'invalid',
      index: 1,
      field: 'ref',
    });
    expect(refusalOf(() => addDiagram(emptyBoard(), diagram({ edges: [{ from: 'a', to: 'z', label: '' }] })))).toMatchObject({
      code: 'unknown_element',
      index: 0,
      field: 'to',
    });
    expect(refusalOf(() => addDiagram(emptyBoard(), diagram({ nodes: [node('a'), node('b', '\n'.repeat(9_000))] })))).toMatchObject({
      code: 'too_large',
    });
  });
});
