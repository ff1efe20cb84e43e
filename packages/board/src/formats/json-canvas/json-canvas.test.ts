import { describe, expect, it } from '@jest/globals';
import type { BoardElement, NewElement } from '@space/contracts/whiteboard-elements';
import fc from 'fast-check';
import { element } from '../../../test/fixtures/elements.ts';
import { readJsonCanvas } from './read-json-canvas.ts';
import { writeJsonCanvas } from './write-json-canvas.ts';

const place = { x: 10, y: 20, width: 200, height: 100 };

/** Returns the elements as a board has them after an import: refs are ids. */
function created(elements: readonly NewElement[]): BoardElement[] {
  return elements.map((one, index) => {
    const end = (given: object) => ('ref' in given ? { element_id: given.ref, side: (given as { side?: string }).side } : given);
    const ends = one.type === 'connector' ? { from: end(one.from), to: end(one.to) } : {};
    return element(one.type, one.ref ?? `c${index}`, { ...one, ...ends, index: String(index).padStart(4, '0') } as never);
  });
}

describe('writeJsonCanvas', () => {
  it('writes cards, groups, files, links and edges, and counts the rest', () => {
    const { canvas, warnings } = writeJsonCanvas(
      [
        element('frame', 'a', { ...place, text: 'Group' }),
        element('sticky', 'b', { ...place, x: 10.4, text: 'Words', style: { fill_color: '#b2f2bb' } }),
        element('image', 'c', place),
        element('embed', 'd', place),
        element('connector', 'e', { from: { element_id: 'b', side: 'auto' }, to: { element_id: 'c', side: 'left' }, text: 'Edge' }),
        element('freehand', 'f'),
        element('connector', 'g'),
      ],
      { files: new Map([['ast_1', 'cat.png']]) },
    );
    expect(canvas.nodes).toEqual([
      { id: 'a', type: 'group', ...place, label: 'Group' },
      { id: 'b', type: 'text', ...place, color: '4', text: 'Words' },
      { id: 'c', type: 'file', ...place, file: 'cat.png' },
      { id: 'd', type: 'link', ...place, url: 'space:table/tbl_1' },
    ]);
    expect(canvas.edges).toEqual([{ id: 'e', fromNode: 'b', fromEnd: 'none', toNode: 'c', toSide: 'left', toEnd: 'arrow', label: 'Edge' }]);
    expect(warnings).toEqual([expect.stringMatching(/^2: /)]);
  });
});

describe('readJsonCanvas', () => {
  it('leaves out and names what has no form here', () => {
    const { elements, warnings } = readJsonCanvas({
      nodes: [
        { id: 'a', type: 'text', ...place, text: 'A' },
        { id: 'b', type: 'file', ...place, file: 'notes/b.md', subpath: '#part' },
        { id: 'c', type: 'link', ...place, url: 'javascript:alert(1)' },
        { id: 'd', type: 'portal', ...place },
        { id: 'e', type: 'text', ...place, x: 'left' },
        { id: 'a', type: 'text', ...place, text: 'the same id' },
      ],
      edges: [{ id: 'f', fromNode: 'a', toNode: 'd' }],
    });
    expect(elements).toMatchObject([
      { type: 'rectangle', text: 'A', ...place },
      { type: 'rectangle', text: 'notes/b.md#part' },
      { type: 'rectangle', text: 'javascript:alert(1)', link: null },
    ]);
    expect(warnings).toHaveLength(6);
  });

  it.each([
    ['{', '{'],
    ['a number', 7],
    ['nodes that are no list', { nodes: 'a' }],
    ['too many edges', { nodes: [], edges: Array.from({ length: 10_001 }, () => ({})) }],
  ])('refuses %s', (_name, content) => {
    expect(() => readJsonCanvas(content)).toThrow(expect.objectContaining({ name: 'BoardFormatError' }));
  });

  it('gives the canvas again that was read', () => {
    const size = fc.integer({ min: 1, max: 5_000 });
    const box = { x: fc.integer({ min: -9_999, max: 9_999 }), y: fc.integer({ min: -9_999, max: 9_999 }), width: size, height: size };
    const color = { color: fc.constantFrom('1', '6', '#abcdef') };
    const words = fc.string({ maxLength: 30 });
    const node = (type: string, own: object) =>
      fc.record({ type: fc.constant(type), ...box, ...color, ...own } as never, {
        requiredKeys: ['type', 'x', 'y', 'width', 'height', ...Object.keys(own).filter((key) => key !== 'label')] as never,
      });
    const group = node('group', { label: fc.string({ minLength: 1, maxLength: 30 }) });
    const card = fc.oneof(
      node('text', { text: words }),
      node('link', { url: fc.constantFrom('https://example.com/', 'space:table/tbl_1') }),
    );
    const canvases = fc
      .tuple(fc.array(group, { maxLength: 3 }), fc.array(card, { minLength: 1, maxLength: 6 }), fc.nat(5), fc.nat(5), fc.option(words))
      .map(([groups, cards, from, to, label]) => {
        const nodes = [...groups, ...cards].map((one, index) => ({ id: `n${index + 1}`, ...(one as object) }));
        const id = (pick: number) => nodes[pick % nodes.length]!.id;
        const edge = { fromNode: id(from), fromSide: 'top', fromEnd: 'none', toNode: id(to), toEnd: 'arrow', ...(label ? { label } : {}) };
        return { nodes, edges: [edge] };
      });
    fc.assert(
      fc.property(canvases, (canvas) => {
        const written = writeJsonCanvas(created(readJsonCanvas(JSON.stringify(canvas)).elements)).canvas;
        expect(written.nodes).toEqual(canvas.nodes);
        expect(written.edges.map(({ id: _id, ...edge }) => edge)).toEqual(canvas.edges);
      }),
    );
  });
});
