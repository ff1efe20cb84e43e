import { afterEach, describe, expect, it } from '@jest/globals';
import { PNG } from 'pngjs';
import { element } from '../../../test/fixtures/elements.ts';
import { createPicturePool, type PicturePool, type PicturePoolOptions } from './picture-pool.ts';

const pools: PicturePool[] = [];
const generous: PicturePoolOptions = { threads: 1, limits: { cpu_ms: 60_000, wall_clock_ms: 600_000, check_ms: 50 }, memory_mb: 256 };

function newPool(options: Partial<PicturePoolOptions> = {}): PicturePool {
  const pool = createPicturePool({ ...generous, ...options });
  pools.push(pool);
  return pool;
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.stop()));
});

const elements = [element('rectangle', 'a', { text: 'Words' })];

describe('createPicturePool', () => {
  it('draws SVG and PNG in a thread, and passes refusals on', async () => {
    const pool = newPool();
    const { svg, width, height } = await pool.run('spc_1', 'draw_svg', { elements });
    expect(svg).toContain('aria-label="Rectangle: Words"');
    const { png } = await pool.run('spc_1', 'draw_png', { elements, options: { images: new Map(), background: null } });
    expect(PNG.sync.read(Buffer.from(png))).toMatchObject({ width, height });
    const refusal = pool.run('spc_1', 'draw_png', { elements, options: { frame_id: 'none' } });
    await expect(refusal).rejects.toMatchObject({ name: 'BoardPictureError', code: 'not_found' });
  });

  it('ends a picture at its limit of processor time, and draws the next one', async () => {
    const slow = newPool({ limits: { cpu_ms: 1, wall_clock_ms: 600_000, check_ms: 1 } });
    const many = Array.from({ length: 3_000 }, (_, index) =>
      element('ellipse', `e${index}`, { style: { fill_color: '#ff0000', fill: 'hachure' } }),
    );
    await expect(slow.run('spc_1', 'draw_png', { elements: many })).rejects.toMatchObject({ code: 'too_large' });
    const late = newPool({ limits: { cpu_ms: 60_000, wall_clock_ms: 0, check_ms: 1 } });
    await expect(late.run('spc_1', 'draw_png', { elements: many })).rejects.toMatchObject({ code: 'busy' });
  });
});
