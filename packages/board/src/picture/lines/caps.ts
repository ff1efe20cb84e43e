import type { ElementStyle } from '@space/contracts/whiteboard-elements';
import type { Point } from '../geometry/bounds.ts';
import { moved } from '../geometry/vectors.ts';
import { decimal } from '../svg/decimal.ts';
import { tag } from '../svg/tag.ts';
import { type CapName, capLength } from './cap-inset.ts';
import type { Tip } from './course.ts';

/** Returns the space that a cap needs around its tip. */
export const capMargin = ({ stroke_width }: ElementStyle): number => capLength(stroke_width);

/** Returns the cap at a tip of a line; an empty text for none. */
export function drawCap(cap: CapName, { point, direction }: Tip, { stroke_color, stroke_width }: ElementStyle): string {
  if (cap === 'none' || stroke_width === 0) return '';
  const side: Point = [-direction[1], direction[0]];
  const length = capLength(stroke_width);
  if (cap === 'dot') return tag('circle', { cx: point[0], cy: point[1], r: 2.5 + stroke_width * 1.25, fill: stroke_color });
  const line = { fill: 'none', stroke: stroke_color, 'stroke-width': stroke_width, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };
  if (cap === 'bar') return tag('path', { d: pathOf([moved(point, side, length / 2), moved(point, side, -length / 2)]), ...line });
  const foot = moved(point, direction, -length);
  const half = length * (cap === 'triangle' ? 0.45 : 0.5);
  const wings = [moved(foot, side, half), point, moved(foot, side, -half)];
  return cap === 'triangle' ? tag('path', { d: `${pathOf(wings)}Z`, fill: stroke_color }) : tag('path', { d: pathOf(wings), ...line });
}

const pathOf = (points: readonly Point[]): string =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${decimal(x)} ${decimal(y)}`).join('');
