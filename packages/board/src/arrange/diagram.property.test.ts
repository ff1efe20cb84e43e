import { describe, expect, it } from '@jest/globals';
import type { BoardElement } from '@space/contracts/whiteboard-elements';
import fc from 'fast-check';
import { join, read } from '../../test/fixtures/boards.ts';
import { emptyBoard } from '../document/load-board.ts';
import { overlaps } from '../geometry/box.ts';
import { elementBox } from '../geometry/element-box.ts';
import { addDiagram, type Diagram } from './diagram.ts';

const shapes = ['rectangle', 'ellipse', 'diamond', 'sticky'] as const;

const diagrams: fc.Arbitrary<Diagram> = fc
  .array(fc.record({ label: fc.string({ maxLength: 120 }), shape: fc.constantFrom(...shapes) }), { minLength: 1, maxLength: 25 })
  .chain((nodes) => {
    const name = fc.nat({ max: nodes.length - 1 }).map((at) => `n${at}`);
    return fc.record({
      nodes: fc.constant(nodes.map((node, at) => ({ ...node, ref: `n${at}` }))),
      edges: fc.array(fc.record({ from: name, to: name, label: fc.string({ maxLength: 20 }) }), { maxLength: 40 }),
      direction: fc.constantFrom('down' as const, 'right' as const, 'up' as const, 'left' as const),
      title: fc.constant('Diagram'),
    });
  });

function overlapsOf(elements: readonly BoardElement[]): number {
  let count = 0;
  for (const [at, a] of elements.entries()) for (const b of elements.slice(at + 1)) if (overlaps(elementBox(a), elementBox(b))) count += 1;
  return count;
}

describe('addDiagram', () => {
  it('lets no node overlap another one or leave its frame, and no diagram cover what was there', () => {
    fc.assert(
      fc.property(diagrams, diagrams, (first, second) => {
        const one = addDiagram(emptyBoard(), first);
        const state = join(emptyBoard(), one.update);
        const two = addDiagram(state, second);
        for (const { frame, nodes } of [one, two]) {
          expect(overlapsOf(nodes)).toBe(0);
          const outer = elementBox(frame);
          for (const node of nodes) {
            const { x, y, width, height } = elementBox(node);
            expect(x > outer.x && y > outer.y && x + width < outer.x + outer.width && y + height < outer.y + outer.height).toBe(true);
          }
        }
        expect(overlapsOf(read(join(state, two.update)).filter(({ type }) => type === 'frame'))).toBe(0);
      }),
      { numRuns: 60 },
    );
  });
});
