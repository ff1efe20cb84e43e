import type { ElementStyle } from '@space/contracts/whiteboard-elements';
import { exactPath, type Outline } from './outline.ts';
import { roughPaths, roughSeed } from './rough.ts';

/** Lines of a hatched area: more would make the picture of a large shape slow. */
const MAX_HATCHES = 300;

/** The path data of an outline with its look: its area, which is filled or hatched, and its line. */
export interface OutlinePaths {
  readonly area: { readonly path: string; readonly hatch_width: number | null } | null;
  readonly line: string | null;
}

const fillStyles = { solid: 'solid', hachure: 'hachure', cross_hatch: 'cross-hatch' } as const;

/** Returns the paths of an outline of a size with the look of its element. The same seed gives the same lines. */
export function outlinePaths(outline: Outline, style: ElementStyle, seed: number, size: number): OutlinePaths {
  const { fill_color, fill, stroke_width, stroke_style } = style;
  const roughness = size < 40 ? style.roughness / 2 : style.roughness;
  const isHatched = fill_color !== null && fill !== 'solid';
  const exact = exactPath(outline);
  if (roughness === 0 && !isHatched)
    return { area: fill_color === null ? null : { path: exact, hatch_width: null }, line: stroke_width === 0 ? null : exact };
  const hatch = Math.max(stroke_width * 0.75, 1.25);
  const { area, outline: lines } = roughPaths(outline, {
    seed: roughSeed(seed),
    roughness,
    strokeWidth: stroke_width,
    preserveVertices: roughness < 2,
    disableMultiStrokeFill: true,
    disableMultiStroke: roughness === 0 || stroke_style !== 'solid',
    curveFitting: 1,
    hachureGap: Math.max(stroke_width * 4, 6, (size * 2) / MAX_HATCHES),
    ...(fill_color === null ? {} : { fill: fill_color, fillStyle: fillStyles[fill], fillWeight: hatch }),
  });
  return {
    area: area && { path: area.path, hatch_width: area.is_hatched ? hatch : null },
    line: stroke_width === 0 ? null : roughness === 0 ? exact : lines,
  };
}
