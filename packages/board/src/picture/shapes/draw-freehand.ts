import type { ElementOf } from '@space/contracts/whiteboard-elements';
import { getStroke } from 'perfect-freehand';
import type { DrawnElement } from '../drawing/drawn-element.ts';
import { boundsOfPoints, type Point } from '../geometry/bounds.ts';
import { decimal } from '../svg/decimal.ts';
import { tag } from '../svg/tag.ts';

/** The width of the pen for a line that is one pixel wide: its line is thinner where the hand was fast. */
const PEN = 1.6;

/** Returns a freehand drawing as the stroke of a pen. */
export function drawFreehand(element: ElementOf<'freehand'>): DrawnElement {
  const { x, y, points, style } = element;
  const size = Math.max(style.stroke_width, 0.5) * PEN;
  const stroke = getStroke(
    points.map(([left, top]) => [x + left, y + top]),
    { size, thinning: 0.5, smoothing: 0.5, streamline: 0.4, simulatePressure: true, last: true },
  ) as unknown as Point[];
  return {
    markup: tag('path', { d: smoothPath(stroke), fill: style.stroke_color }),
    bounds: boundsOfPoints(stroke) ?? { left: x, top: y, right: x, bottom: y },
    label: element.text.trim() === '' ? 'Freehand drawing' : `Freehand drawing: ${element.text}`,
  };
}

/** Returns a closed path whose curves run through the middles between the points. */
function smoothPath(points: readonly Point[]): string {
  const [first] = points;
  if (!first) return '';
  const curves = points.map(([x, y], index) => {
    const [nextX, nextY] = points[(index + 1) % points.length]!;
    return `${decimal(x)} ${decimal(y)} ${decimal((x + nextX) / 2)} ${decimal((y + nextY) / 2)}`;
  });
  return `M${decimal(first[0])} ${decimal(first[1])}Q${curves.join(' ')}Z`;
}
