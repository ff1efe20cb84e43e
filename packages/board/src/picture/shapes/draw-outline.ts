import type { ElementStyle } from '@space/contracts/whiteboard-elements';
import { tag } from '../svg/tag.ts';
import { exactPath, type Outline } from './outline.ts';
import { roughPaths, roughSeed } from './rough.ts';
import { strokeAttributes } from './stroke.ts';

/** Lines of a hatched area: more would make the picture of a large shape slow. */
const MAX_HATCHES = 300;

/** Returns an outline drawn with the look of its element: its area first, then its line. */
export function drawOutline(outline: Outline, style: ElementStyle, seed: number, size: number): string {
  const { fill_color, fill, stroke_width, stroke_style } = style;
  const roughness = size < 40 ? style.roughness / 2 : style.roughness;
  const isHatched = fill_color !== null && fill !== 'solid';
  const stroke = strokeAttributes(style);
  if (roughness === 0 && !isHatched) return tag('path', { d: exactPath(outline), fill: fill_color ?? 'none', ...stroke });
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
  const drawnArea = area
    ? tag(
        'path',
        area.is_hatched
          ? { d: area.path, fill: 'none', stroke: fill_color, 'stroke-width': hatch, 'stroke-linecap': 'round' }
          : { d: area.path, fill: fill_color },
      )
    : '';
  if (stroke_width === 0) return drawnArea;
  const line = roughness === 0 ? exactPath(outline) : lines;
  return drawnArea + tag('path', { d: line, fill: 'none', ...stroke });
}

const fillStyles = { solid: 'solid', hachure: 'hachure', cross_hatch: 'cross-hatch' } as const;
