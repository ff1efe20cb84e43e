import rough from 'roughjs';
import type { Drawable, Options } from 'roughjs/bin/core.js';
import type { RoughGenerator } from 'roughjs/bin/generator.js';
import type { Point } from '../geometry/bounds.ts';
import { exactPath, type Outline } from './outline.ts';

/** The lines of a shape as a hand draws them: its area as lines or as a filled path, and its outline. */
export interface RoughPaths {
  readonly area: { readonly path: string; readonly is_hatched: boolean } | null;
  readonly outline: string;
}

// The types of roughjs say that its default export has a `default`; its CommonJS bundle has not.
const generator = (rough as unknown as { generator(): RoughGenerator }).generator();

/** Returns the lines of an outline as a hand draws them. The same options with the same seed give the same lines. */
export function roughPaths(outline: Outline, options: Options): RoughPaths {
  const { sets } = draw(outline, options);
  const outlines = sets.filter(({ type }) => type === 'path').map((set) => generator.opsToPath(set, 1));
  const area = sets.find(({ type }) => type !== 'path');
  return {
    area: area ? { path: generator.opsToPath(area, 1), is_hatched: area.type === 'fillSketch' } : null,
    outline: outlines.join(''),
  };
}

function draw(outline: Outline, options: Options): Drawable {
  switch (outline.kind) {
    case 'ellipse': {
      const { x, y, width, height } = outline.box;
      return generator.ellipse(x + width / 2, y + height / 2, width, height, options);
    }
    case 'polygon':
      return generator.polygon(outline.points as Mutable, options);
    case 'polyline':
      return generator.linearPath(outline.points as Mutable, options);
    case 'curve':
      return generator.path(exactPath(outline), options);
  }
}

type Mutable = [number, number][] & readonly Point[];

/** Returns a seed that roughjs takes: it replaces 0 by a random one. */
export const roughSeed = (seed: number): number => ((Math.trunc(seed) >>> 0) % 2_147_483_646) + 1;
