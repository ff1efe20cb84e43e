import { describe, expect, it } from '@jest/globals';
import { type BoardElement, elementTypes } from '@space/contracts/whiteboard-elements';
import { PNG } from 'pngjs';
import { element } from '../../test/fixtures/elements.ts';
import { colorShare, darkShare } from '../../test/fixtures/pixels.ts';
import { drawBoard } from './draw-board.ts';
import { drawPng } from './png/draw-png.ts';

const options = { padding: 0, scale: 1 };
/** A frame that makes the picture have its place and size: 400 × 300. */
const ground = element('rectangle', 'a', { width: 400, height: 300, style: { stroke_width: 0, fill_color: '#ffffff', roughness: 0 } });

const pngOf = (elements: readonly BoardElement[], more = {}) => drawPng(drawBoard(elements, { ...options, ...more }).svg);

describe('drawBoard', () => {
  it.each([
    ['Latin', 'Hamburg Straße'],
    ['extended Latin', 'Zażółć gęślą'],
    ['Cyrillic', 'Привет мир'],
    ['Greek', 'Καλημέρα'],
    ['Hebrew', 'שלום עולם'],
    ['Chinese', '这个网络'],
    ['Japanese', '日本語かな'],
    ['Korean', '한국어'],
    ['symbols', '→ ✓ ★ ≥'],
  ])('draws the letters of %s within their box, plain and of a hand', (_script, text) => {
    for (const roughness of [0, 1]) {
      const words = element('text', 'b', {
        x: 100,
        y: 100,
        width: 200,
        height: 40,
        text,
        style: { roughness, font_size: 24, align: 'left' },
      });
      const picture = drawBoard([ground, words], options);
      expect(picture.missing_glyphs).toEqual([]);
      const png = drawPng(picture.svg);
      expect(darkShare(png, { x: 100, y: 100, width: 100, height: 32 })).toBeGreaterThan(0.02);
      expect(darkShare(png, { x: 0, y: 0, width: 400, height: 95 })).toBe(0);
      expect(darkShare(png, { x: 0, y: 150, width: 400, height: 150 })).toBe(0);
    }
  });

  it('draws a box for a character that no font has, and names it', () => {
    const words = element('text', 'b', { x: 100, y: 100, text: 'a\u{1F9FF}b \u{13080}\u{13080}', style: { align: 'left' } });
    const picture = drawBoard([ground, words], options);
    expect(picture.missing_glyphs).toEqual(['\u{13080}', '\u{1F9FF}']);
    expect(darkShare(drawPng(picture.svg), { x: 100, y: 100, width: 100, height: 25 })).toBeGreaterThan(0.02);
  });

  it('draws every type of element at its place', () => {
    for (const type of elementTypes) {
      const drawn = element(type, 'b', {
        x: 100,
        y: 100,
        text: 'Words',
        style: { stroke_width: 6 },
        ...(type === 'connector' ? { from: { x: 100, y: 100 }, to: { x: 300, y: 200 } } : {}),
      } as never);
      const picture = drawBoard([ground, drawn], options);
      expect(picture.elements_drawn).toBe(2);
      const png = drawPng(picture.svg);
      const bounds = picture.svg.match(/viewBox="(\S+) (\S+) /)!;
      const [left, top] = [Number(bounds[1]), Number(bounds[2])];
      const white = colorShare(png, { x: Math.round(100 - left), y: Math.round(100 - top), width: 200, height: 100 }, [255, 255, 255]);
      expect(white).toBeLessThan(0.995);
      expect(darkShare(png, { x: 330, y: 230, width: 60, height: 60 })).toBe(0);
    }
  });

  it('covers elements of a lower index, and of the same index those with a lower id', () => {
    const red = { roughness: 0, fill_color: '#ff0000', stroke_width: 0 };
    const blue = { ...red, fill_color: '#0000ff' };
    const middle = { x: 150, y: 100, width: 20, height: 20 };
    const colorOf = (elements: BoardElement[], color: [number, number, number]) => colorShare(pngOf([ground, ...elements]), middle, color);
    const low = element('rectangle', 'x', { x: 100, y: 50, index: 'b', style: red });
    const high = element('rectangle', 'c', { x: 100, y: 50, index: 'c', style: blue });
    expect(colorOf([high, low], [0, 0, 255])).toBe(1);
    expect(colorOf([{ ...high, index: 'b' }, low], [255, 0, 0])).toBe(1);
  });

  it('rotates about the centre, and draws with opacity', () => {
    const bar = element('rectangle', 'b', {
      x: 100,
      y: 130,
      width: 200,
      height: 40,
      rotation: 90,
      style: { roughness: 0, stroke_width: 0, fill_color: '#000000', opacity: 0.5 },
    });
    const png = pngOf([ground, bar]);
    expect(colorShare(png, { x: 190, y: 60, width: 20, height: 180 }, [128, 128, 128])).toBe(1);
    expect(colorShare(png, { x: 110, y: 130, width: 60, height: 40 }, [255, 255, 255])).toBe(1);
  });

  it('ends a connector at the side next to its other end, and leaves out one with a missing end', () => {
    const a = element('rectangle', 'b', { x: 20, y: 100, width: 80, height: 60 });
    const b = element('rectangle', 'c', { x: 300, y: 100, width: 80, height: 60 });
    const line = element('connector', 'd', {
      from: { element_id: 'b', side: 'auto' },
      to: { element_id: 'c', side: 'auto' },
      end_cap: 'none',
      style: { roughness: 0, stroke_width: 4, stroke_color: '#ff0000' },
    });
    const png = pngOf([ground, a, b, line]);
    expect(colorShare(png, { x: 110, y: 129, width: 180, height: 2 }, [255, 0, 0])).toBe(1);
    expect(drawBoard([ground, a, line], options).elements_drawn).toBe(2);
  });

  it('draws the picture of an image, and a field with its name without one', () => {
    const pixel = new PNG({ width: 4, height: 4 });
    pixel.data.fill(Buffer.from([0, 128, 0, 255]));
    const data_uri = `data:image/png;base64,${PNG.sync.write(pixel).toString('base64')}`;
    const image = element('image', 'b', { x: 100, y: 100, width: 100, height: 100, text: 'name' });
    const images = new Map([['ast_1', { data_uri, width: 4, height: 4 }]]);
    expect(colorShare(pngOf([ground, image], { images }), { x: 110, y: 110, width: 80, height: 80 }, [0, 128, 0])).toBe(1);
    expect(darkShare(pngOf([ground, image]), { x: 110, y: 130, width: 80, height: 40 })).toBe(0);
    expect(drawBoard([image]).svg).toContain('aria-label="Picture: name"');
    const script = new Map([['ast_1', { data_uri: 'data:image/svg+xml;base64,PHN2Zz4=', width: 4, height: 4 }]]);
    expect(drawBoard([image], { images: script }).svg).not.toContain('svg+xml');
  });

  it('gives the same bytes for the same elements in another order', () => {
    const elements = elementTypes.map((type, index) => element(type, `e${index}`, { text: `Text ${index}`, seed: index } as never));
    expect(drawBoard(elements.toReversed()).svg).toBe(drawBoard(elements).svg);
    expect(pngOf(elements)).toEqual(pngOf(elements));
  });

  it('escapes texts and links, and draws texts without letters', () => {
    const texts = [
      '<script>alert(1)</script>',
      ']]>',
      'a\u0000\u0008b\ud800c',
      '"onload="x',
      '\u202eabc\u202c',
      'w'.repeat(9_000),
      ' \n\t ',
    ];
    const hostile = texts.flatMap((text, index) =>
      elementTypes.map((type) => element(type, `${type}${index}`, { text, link: 'javascript:alert(1)' } as never)),
    );
    const safe = element('rectangle', 'link', { link: 'https://example.com/?a=1&b="<' });
    const things = new Map([['space:table/tbl_1', '</svg><script>']]);
    const { svg } = drawBoard([...hostile, safe], { things, title: '</title><script>', scale: 0.2 });
    expect(svg).not.toMatch(/<script|<foreignObject|<style|javascript:|NaN/);
    expect([...svg.matchAll(/ href="(?!#)([^"]*)"/g)].map(([, href]) => href)).toEqual(['https://example.com/?a=1&amp;b=&quot;&lt;']);
    expect(svg.isWellFormed()).toBe(true);
    expect(['\u0000', '\u0008'].filter((control) => svg.includes(control))).toEqual([]);
    expect(svg).toContain('rel="noopener noreferrer nofollow"');
    expect(drawPng(svg).length).toBeGreaterThan(1_000);
  });

  it('leaves out the lines that a sticky note has no room for', () => {
    const sticky = element('sticky', 'b', { x: 100, y: 100, width: 100, height: 100, text: 'many words '.repeat(200) });
    const png = pngOf([ground, sticky]);
    expect(darkShare(png, { x: 100, y: 110, width: 100, height: 80 })).toBeGreaterThan(0.05);
    expect(darkShare(png, { x: 100, y: 210, width: 100, height: 90 })).toBe(0);
  });

  it('draws one frame with what is in it', () => {
    const frame = element('frame', 'f', { x: 1_000, y: 1_000, text: 'Frame' });
    const inner = element('frame', 'g', { x: 1_010, y: 1_010, width: 50, height: 50, frame_id: 'f' });
    const inside = element('rectangle', 'h', { x: 1_020, y: 1_020, width: 20, height: 20, frame_id: 'g' });
    const line = element('connector', 'i', { from: { element_id: 'g', side: 'auto' }, to: { element_id: 'h', side: 'auto' } });
    const picture = drawBoard([ground, frame, inner, inside, line], { frame_id: 'f', padding: 0 });
    expect(picture.elements_drawn).toBe(4);
    expect(picture.width).toBeLessThan(230);
    expect(() => drawBoard([ground], { frame_id: 'a' })).toThrow(expect.objectContaining({ code: 'not_found' }));
  });

  it('refuses a picture with a side above 8,000 pixels, and names a scale that is possible', () => {
    const far = element('rectangle', 'b', { x: 20_000, y: 0 });
    const refusal = (() => {
      try {
        return drawBoard([ground, far]);
      } catch (error) {
        return error as Error;
      }
    })() as Error;
    expect(refusal).toMatchObject({ code: 'too_large' });
    const scale = Number(/scale of at most (\d+\.\d+)/.exec(refusal.message)![1]);
    expect(drawBoard([ground, far], { scale }).width).toBeLessThanOrEqual(8_000);
  });

  it('draws an empty board and one of 2,000 elements', () => {
    expect(drawPng(drawBoard([]).svg).length).toBeGreaterThan(100);
    const many = Array.from({ length: 2_000 }, (_, index) =>
      element(elementTypes[index % elementTypes.length]!, `e${index}`, {
        x: (index % 50) * 240,
        y: Math.floor(index / 50) * 140,
        text: `Element ${index}`,
      } as never),
    );
    const picture = drawBoard(many, { scale: 0.5 });
    expect(picture.elements_drawn).toBe(2_000);
    expect(drawPng(picture.svg, { scale: 0.25 }).length).toBeGreaterThan(10_000);
  });
});
