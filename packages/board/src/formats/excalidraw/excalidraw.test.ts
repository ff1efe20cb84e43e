import { describe, expect, it } from '@jest/globals';
import { MAX_ELEMENT_POINTS } from '@space/contracts/whiteboard-elements';
import { element } from '../../../test/fixtures/elements.ts';
import { readExcalidraw } from './read-excalidraw.ts';
import { writeExcalidraw } from './write-excalidraw.ts';

const base = { x: 0, y: 0, width: 100, height: 50, angle: 0, strokeColor: '#1e1e1e', backgroundColor: 'transparent' };
const scene = (elements: unknown) => ({ type: 'excalidraw', version: 2, source: 'test', elements, appState: {}, files: {} });

describe('writeExcalidraw', () => {
  it('binds texts and arrows to their shapes on both sides, and writes the files of images', () => {
    const data_uri = 'data:image/png;base64,AAAA';
    const written = writeExcalidraw(
      [
        element('rectangle', 'a', { text: 'A' }),
        element('ellipse', 'b', { x: 400 }),
        element('connector', 'c', {
          from: { element_id: 'a', side: 'auto' },
          to: { element_id: 'b', side: 'top' },
          route: 'elbow',
          text: 'L',
        }),
        element('image', 'd'),
      ],
      { images: new Map([['ast_1', { data_uri, width: 1, height: 1 }]]) },
    );
    expect(written).toMatchObject({ type: 'excalidraw', version: 2, appState: { viewBackgroundColor: '#ffffff' } });
    const byId = Object.fromEntries(written.elements.map((one) => [one.id, one]));
    expect(Object.keys(byId)).toEqual(['a', 'a-text', 'b', 'c', 'c-text', 'd']);
    expect(byId.a!.boundElements).toEqual([
      { id: 'a-text', type: 'text' },
      { id: 'c', type: 'arrow' },
    ]);
    expect(byId['a-text']).toMatchObject({ type: 'text', containerId: 'a', text: 'A', originalText: 'A', verticalAlign: 'middle' });
    expect(byId.c).toMatchObject({
      type: 'arrow',
      elbowed: true,
      startBinding: { elementId: 'a', fixedPoint: [1, 0.5] },
      endBinding: { elementId: 'b', fixedPoint: [0.5, 0] },
      boundElements: [{ id: 'c-text', type: 'text' }],
    });
    expect(written.files).toMatchObject({ ast_1: { mimeType: 'image/png', id: 'ast_1', dataURL: data_uri } });
    expect(byId.d).toMatchObject({ fileId: 'ast_1', status: 'saved' });
  });
});

describe('readExcalidraw', () => {
  it('reads a file of Excalidraw: labels, bindings, fonts, colours and transparent lines', () => {
    const { elements, warnings } = readExcalidraw(
      scene([
        {
          ...base,
          id: 'arrow',
          type: 'arrow',
          points: [
            [0, 0],
            [50, 50],
          ],
          startBinding: { elementId: 'box', focus: 0, gap: 4 },
          endBinding: null,
          endArrowhead: 'circle',
          roundness: { type: 2 },
        },
        {
          ...base,
          id: 'box',
          type: 'rectangle',
          frameId: 'frame',
          groupIds: ['inner', 'outer'],
          backgroundColor: '#ffc9c9ff',
          opacity: 40,
          locked: true,
        },
        {
          ...base,
          id: 'label',
          type: 'text',
          containerId: 'box',
          text: 'two\nlines',
          originalText: 'two lines',
          fontSize: 28,
          textAlign: 'right',
        },
        { ...base, id: 'plain', type: 'text', text: 'words', fontFamily: 2, roughness: 1, textAlign: 'center' },
        { ...base, id: 'gone', type: 'ellipse', isDeleted: true },
        { ...base, id: 'frame', type: 'frame', name: 'Frame', strokeColor: 'transparent' },
      ]),
    );
    expect(warnings).toEqual([]);
    expect(elements.map(({ type }) => type)).toEqual(['frame', 'connector', 'rectangle', 'text']);
    const [frame, arrow, box, text] = elements;
    expect(frame).toMatchObject({ text: 'Frame', style: { stroke_width: 0 } });
    expect(arrow).toMatchObject({
      from: { ref: box!.ref, side: 'auto' },
      to: { x: 50, y: 50 },
      route: 'curved',
      start_cap: 'none',
      end_cap: 'dot',
    });
    expect(box).toMatchObject({
      text: 'two lines',
      frame_ref: frame!.ref,
      group_id: 'outer',
      is_locked: true,
      style: { fill_color: '#ffc9c9', opacity: 0.4, font_size: 28, align: 'right' },
    });
    expect(text).toMatchObject({ text: 'words', width: 115, x: -7.5, style: { roughness: 0 } });
  });

  it('leaves out and names what has no form here, and what is not valid', () => {
    const { elements, warnings } = readExcalidraw(
      scene([
        { ...base, id: 'a', type: 'iframe' },
        { ...base, id: 'b', type: '<b>' },
        { ...base, id: 'c', type: 'image', fileId: 'x' },
        { ...base, id: 'd', type: 'rectangle', x: Number.NaN },
        { ...base, id: 'e', type: 'rectangle', x: 2e9 },
        { ...base, id: 'f', type: 'rectangle', link: 'javascript:alert(1)' },
        { ...base, id: 'g', type: 'arrow', points: [], startBinding: { elementId: 'none' } },
        { ...base, id: 'h', type: 'line', points: [[0, 0]] },
        { ...base, id: 'i', type: 'line', points: Array.from({ length: 5_000 }, (_, index) => [index, 0]) },
        { ...base, id: 'j', type: 'text', text: 'x'.repeat(20_000) },
        null,
        7,
      ]),
    );
    expect(elements.map(({ type }) => type)).toEqual(['rectangle', 'connector', 'line', 'text']);
    expect(elements[0]).toMatchObject({ link: null });
    expect(elements[2]).toMatchObject({ points: { length: MAX_ELEMENT_POINTS.line, 0: [0, 0], 99: [4_999, 0] } });
    expect(elements[3]!.text).toHaveLength(10_000);
    expect(warnings).toEqual(
      expect.arrayContaining([
        '1: elements of type "iframe" were left out',
        '1: elements of type "<b>" were left out',
        '1: images were left out; add their files as assets first',
        '2: elements of type rectangle with invalid values were left out',
        '1: links that are not http, https or mailto were left out',
        '1: connectors lost an end whose element is missing',
        '1: elements of type line with invalid values were left out',
        '1: lines of more than 100 points were simplified',
        '1: texts of more than 10,000 characters were cut',
      ]),
    );
  });

  it('takes an image only of an asset that the caller names', () => {
    const file = writeExcalidraw([element('image', 'a')]);
    expect(readExcalidraw(file).elements).toEqual([]);
    expect(readExcalidraw(file, { asset_ids: new Set(['ast_1']) }).elements).toMatchObject([{ type: 'image', asset_id: 'ast_1' }]);
  });

  it('reads frames that are in themselves, and frames in more frames than there are levels', () => {
    const circle = [
      { ...base, id: 'a', type: 'frame', frameId: 'b' },
      { ...base, id: 'b', type: 'frame', frameId: 'a' },
      { ...base, id: 'c', type: 'frame', frameId: 'c' },
    ];
    expect(readExcalidraw(scene(circle)).elements).toHaveLength(3);
    const chain = Array.from({ length: 10_000 }, (_, index) => ({ ...base, id: `f${index}`, type: 'frame', frameId: `f${index - 1}` }));
    const { elements } = readExcalidraw(scene(chain));
    expect(elements).toHaveLength(10_000);
    expect(elements.filter(({ frame_ref }) => frame_ref !== undefined).length).toBeLessThan(20);
  });

  it.each([
    ['not JSON', '{'],
    ['a list', []],
    ['null', null],
    ['elements that are no list', { elements: {} }],
    ['too many elements', { elements: Array.from({ length: 10_001 }, () => ({})) }],
  ])('refuses %s with one sentence', (_name, content) => {
    expect(() => readExcalidraw(content)).toThrow(
      expect.objectContaining({ name: 'BoardFormatError', message: expect.stringMatching(/^The file .*\w\.?$/) }),
    );
  });
});
