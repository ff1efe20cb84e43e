import { describe, expect, it, jest } from '@jest/globals';
import { createElements, emptyBoard } from '@space/board';
import { cacheDrawings, type Draw } from './drawing-cache.ts';

const { elements } = createElements(emptyBoard(), [{ type: 'sticky', text: 'First' }]);

/** Returns a drawing that counts as one of its own. */
const drawing = (size: number) => ({ svg: 'x'.repeat(size), width: 1, height: 1, elements_drawn: 1, missing_characters: [] });

describe('cacheDrawings', () => {
  it('draws the same elements once, and draws again what shows anything else', async () => {
    const draw = jest.fn(async () => drawing(10));
    const drawOnce = cacheDrawings(draw as unknown as Draw);
    const image = (data_uri: string) => ({ images: new Map([['ast_1', { data_uri, width: 1, height: 1 }]]) });
    const first = await drawOnce('spc_1', 'draw_svg', elements, { title: 'Plan', ...image('data:a') });
    expect(await drawOnce('spc_1', 'draw_svg', [...elements], { title: 'Plan', ...image('data:a') })).toBe(first);
    expect(draw).toHaveBeenCalledTimes(1);
    const others: Parameters<Draw>[] = [
      ['spc_2', 'draw_svg', elements, { title: 'Plan', ...image('data:a') }],
      ['spc_1', 'draw_png', elements, { title: 'Plan', ...image('data:a') }],
      ['spc_1', 'draw_svg', elements, { title: 'Plans', ...image('data:a') }],
      ['spc_1', 'draw_svg', elements, { title: 'Plan', ...image('data:b') }],
      ['spc_1', 'draw_svg', elements.map((element) => ({ ...element, x: 1 })) as typeof elements, { title: 'Plan', ...image('data:a') }],
    ];
    for (const other of others) await drawOnce(...other);
    expect(draw).toHaveBeenCalledTimes(1 + others.length);
  });

  it('draws again after a refusal, and what left the cache', async () => {
    const draw = jest.fn<() => Promise<ReturnType<typeof drawing>>>();
    draw.mockRejectedValueOnce(new Error('busy'));
    draw.mockImplementation(async () => drawing(6 * 1_048_576));
    const drawOnce = cacheDrawings(draw as unknown as Draw);
    const title = (n: number) => drawOnce('spc_1', 'draw_svg', elements, { title: `Plan ${n}` });
    await expect(title(1)).rejects.toThrow('busy');
    for (const n of [1, 2, 3, 3, 1]) await title(n);
    expect(draw).toHaveBeenCalledTimes(5);
  });
});
