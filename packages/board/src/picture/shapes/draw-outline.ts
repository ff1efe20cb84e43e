import type { ElementStyle } from '@space/contracts/whiteboard-elements';
import { tag } from '../svg/tag.ts';
import type { Outline } from './outline.ts';
import { outlinePaths } from './outline-paths.ts';
import { strokeAttributes } from './stroke.ts';

/** Returns an outline drawn with the look of its element: its area first, then its line. */
export function drawOutline(outline: Outline, style: ElementStyle, seed: number, size: number): string {
  const { area, line } = outlinePaths(outline, style, seed, size);
  const fill = style.fill_color;
  const stroke = strokeAttributes(style);
  if (area !== null && area.path === line) return tag('path', { d: line, fill, ...stroke });
  const drawnArea =
    area === null
      ? ''
      : tag(
          'path',
          area.hatch_width === null
            ? { d: area.path, fill }
            : { d: area.path, fill: 'none', stroke: fill, 'stroke-width': area.hatch_width, 'stroke-linecap': 'round' },
        );
  return drawnArea + (line === null ? '' : tag('path', { d: line, fill: 'none', ...stroke }));
}
