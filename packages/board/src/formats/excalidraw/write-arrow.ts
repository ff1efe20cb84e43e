import type { ConnectorEnd, ElementOf } from '@space/contracts/whiteboard-elements';
import { boundsOfPoints, type Point } from '../../picture/geometry/bounds.ts';
import type { Box } from '../../picture/geometry/box.ts';
import { connectorCourse } from '../../picture/lines/connector-course.ts';
import { type SceneElement, sceneElement, writeLabel } from './scene-element.ts';

type Boxes = ReadonlyMap<string, Box>;

const GAP = 1;
const middles = { top: [0.5, 0], right: [1, 0.5], bottom: [0.5, 1], left: [0, 0.5] } as const;

/** Returns a line or a connector with its label. A plain line is a line, and all others are arrows. */
export function writeArrow(line: ElementOf<'line'> | ElementOf<'connector'>, boxes: Boxes): SceneElement[] {
  if (line.type === 'line') return writeLine(line);
  const course = connectorCourse(line, boxes);
  if (!course) return [];
  const [first] = course.points as [Point, ...Point[]];
  const all = line.route === 'curved' ? [first, course.middle, course.points.at(-1)!] : course.points;
  const points = all.map(([x, y]): Point => [x - first[0], y - first[1]]);
  const bounds = boundsOfPoints(points)!;
  const isElbow = line.route === 'elbow';
  const arrow = sceneElement(
    line,
    'arrow',
    {
      x: first[0],
      y: first[1],
      width: bounds.right - bounds.left,
      height: bounds.bottom - bounds.top,
      angle: 0,
      points,
      lastCommittedPoint: null,
      roundness: line.route === 'curved' ? { type: 2 } : null,
      startBinding: bindingOf(line.from, isElbow, boxes, first),
      endBinding: bindingOf(line.to, isElbow, boxes, course.points.at(-1)!),
      ...heads(line),
      elbowed: isElbow,
      ...(isElbow ? { fixedSegments: null, startIsSpecial: null, endIsSpecial: null } : {}),
    },
    {
      ...customOf(line),
      ...('element_id' in line.from ? { from_side: line.from.side } : {}),
      ...('element_id' in line.to ? { to_side: line.to.side } : {}),
    },
  );
  return [arrow, ...writeLabel(line, line.text, course.middle)];
}

function writeLine(line: ElementOf<'line'>): SceneElement[] {
  const { points, text, start_cap, end_cap } = line;
  const isPlain = start_cap === 'none' && end_cap === 'none';
  const own = {
    points,
    lastCommittedPoint: null,
    startBinding: null,
    endBinding: null,
    ...heads(line),
    ...(isPlain ? { polygon: false } : { elbowed: false }),
  };
  return [sceneElement(line, isPlain ? 'line' : 'arrow', own, { ...customOf(line), type: 'line', text })];
}

function heads({ start_cap, end_cap }: Pick<ElementOf<'line'>, 'start_cap' | 'end_cap'>) {
  const head = (cap: string) => (cap === 'none' ? null : cap);
  return { startArrowhead: head(start_cap), endArrowhead: head(end_cap) };
}

function customOf({ style }: ElementOf<'line'> | ElementOf<'connector'>) {
  const { stroke_width, stroke_color, font_size, align } = style;
  return { font_size, align, ...(stroke_width === 0 ? { stroke_color } : {}) };
}

function bindingOf(end: ConnectorEnd, isElbow: boolean, boxes: Boxes, point: Point): Record<string, unknown> | null {
  if (!('element_id' in end)) return null;
  const fixedPoint = end.side === 'auto' ? (isElbow ? fixedPointOf(boxes.get(end.element_id)!, point) : null) : middles[end.side];
  return { elementId: end.element_id, focus: 0, gap: GAP, fixedPoint };
}

/** Returns a point as shares of the width and height of a box. */
function fixedPointOf({ x, y, width, height }: Box, point: Point): Point {
  return [width === 0 ? 0.5 : (point[0] - x) / width, height === 0 ? 0.5 : (point[1] - y) / height];
}
