import { describe, expect, it } from '@jest/globals';
import { type BoardElement, type ElementType, elementTypes } from '@space/contracts/whiteboard-elements';
import fc from 'fast-check';
import { element } from '../../../test/fixtures/elements.ts';
import { readExcalidraw } from './read-excalidraw.ts';
import { writeExcalidraw } from './write-excalidraw.ts';

const color = fc.constantFrom('#1e1e1e', '#ffc9c9', '#abc');
const text = fc.string({ unit: 'grapheme', maxLength: 40 }).map((words) => words.toWellFormed());
const coordinate = fc.integer({ min: -10_000, max: 10_000 });
const points = fc.array(fc.tuple(coordinate, coordinate), { minLength: 2, maxLength: 20 });
const cap = fc.constantFrom('none', 'arrow', 'triangle', 'dot', 'bar');
const style = fc.record({
  stroke_color: color,
  fill_color: fc.option(color),
  fill: fc.constantFrom('solid', 'hachure', 'cross_hatch'),
  stroke_width: fc.constantFrom(0, 1, 2.5, 40),
  stroke_style: fc.constantFrom('solid', 'dashed', 'dotted'),
  font_size: fc.constantFrom(4, 20, 33.5, 400),
  align: fc.constantFrom('left', 'center', 'right'),
  roughness: fc.constantFrom(0, 1, 2.5),
  opacity: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
});
const given = fc.record({
  x: coordinate,
  y: coordinate,
  width: fc.integer({ min: 0, max: 5_000 }),
  height: fc.integer({ min: 0, max: 5_000 }),
  rotation: fc.integer({ min: 0, max: 359 }),
  text,
  style,
  is_locked: fc.boolean(),
  group_id: fc.option(fc.constantFrom('g1', 'g2')),
  link: fc.option(fc.constantFrom('https://example.com/', 'space:table/tbl_1')),
});

const end = (ids: readonly string[]) =>
  fc.oneof(
    fc.record({ element_id: fc.constantFrom(...ids), side: fc.constantFrom('auto', 'top', 'right', 'bottom', 'left') }),
    fc.record({ x: coordinate, y: coordinate }),
  );

const idOf = (place: number) => `e${String(place).padStart(3, '0')}`;

/** Elements in the order of the file: frames first. Connectors end at any other element but connectors. */
const board = fc
  .array(fc.constantFrom(...elementTypes), { minLength: 1, maxLength: 12 })
  .map((types): ElementType[] => ['frame', ...types.filter((type) => type === 'frame'), ...types.filter((type) => type !== 'frame')])
  .chain((types) => {
    const ends = types.flatMap((type, place) => (type === 'connector' ? [] : [idOf(place)]));
    return fc.tuple(
      ...types.map((type, place) =>
        fc
          .tuple(given, points, cap, cap, end(ends), end(ends), fc.constantFrom('straight', 'elbow', 'curved'), fc.boolean())
          .map(([fields, line, start_cap, end_cap, from, to, route, isInFrame]) =>
            element(type, idOf(place), {
              ...fields,
              ...(type === 'line' ? { points: line, start_cap, end_cap } : {}),
              ...(type === 'freehand' ? { points: line } : {}),
              ...(type === 'connector' ? { from, to, route, start_cap, end_cap } : {}),
              frame_id: isInFrame && type !== 'frame' ? idOf(0) : null,
            } as never),
          ),
      ),
    );
  });

/** Returns the fields of an element that a file of Excalidraw has, with refs for ids. */
function asNew(original: BoardElement): Record<string, unknown> {
  const { id, frame_id, index: _index, seed: _seed, ...rest } = original;
  const ref = (of: string) => `e${Number(of.slice(1)) + 1}`;
  const endOf = (one: object) => ('element_id' in one ? { ref: ref(String(one.element_id)), side: (one as { side?: string }).side } : one);
  const fields: Record<string, unknown> = { ...rest, ref: ref(id), ...(frame_id === null ? {} : { frame_ref: ref(frame_id) }) };
  if (original.type === 'connector') {
    for (const field of ['x', 'y', 'width', 'height', 'rotation']) delete fields[field];
    Object.assign(fields, { from: endOf(original.from), to: endOf(original.to) });
  }
  if (original.type === 'line' || original.type === 'freehand') {
    delete fields.width;
    delete fields.height;
  }
  return fields;
}

describe('Excalidraw files', () => {
  it('give the elements that were written', () => {
    fc.assert(
      fc.property(board, (elements) => {
        const file = JSON.stringify(writeExcalidraw(elements as BoardElement[]));
        const read = readExcalidraw(file, { asset_ids: new Set(['ast_1']) });
        expect(read).toEqual({ elements: (elements as BoardElement[]).map(asNew), warnings: [] });
      }),
      { numRuns: 150 },
    );
  });

  it('of any content give valid elements or one refusal', () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('text', 'rectangle', 'arrow', 'line', 'frame', 'image', 'a', Number.NaN, Infinity),
    );
    const names = [
      'id',
      'type',
      'x',
      'y',
      'width',
      'height',
      'points',
      'frameId',
      'containerId',
      'text',
      'startBinding',
      'customData',
      'groupIds',
    ];
    const wild = fc.array(fc.dictionary(fc.constantFrom(...names), value), { maxLength: 20 });
    fc.assert(
      fc.property(wild, (elements) => {
        const { elements: read } = readExcalidraw({ elements });
        expect(read.length).toBeLessThanOrEqual(elements.length);
      }),
    );
  });
});
