import type { ConnectorEnd, ElementOf } from '@space/contracts/whiteboard-elements';
import type { DrawingContext } from '../drawing/drawn-element.ts';
import type { Point } from '../geometry/bounds.ts';
import { type Box, boundsOfBox, centerOf, type Port, portAt, sideToward } from '../geometry/box.ts';
import { axisOf, directionOf, distanceOf, middleOf, moved, opposite } from '../geometry/vectors.ts';
import { capInset } from './cap-inset.ts';
import { type Course, tipsOf } from './course.ts';
import { elbowPoints } from './elbow-points.ts';

type Connector = ElementOf<'connector'>;

const CURVE = { least: 30, most: 240, share: 0.5, samples: 16 };

/** Returns the way of a connector; null if the whiteboard does not have an element at one of its ends. */
export function connectorCourse(connector: Connector, boxes: DrawingContext['boxes']): Course | null {
  const fromBox = boxAt(connector.from, boxes);
  const toBox = boxAt(connector.to, boxes);
  if (fromBox === undefined || toBox === undefined) return null;
  const from = portOf(connector.from, fromBox, aimOf(connector.to, toBox), fromBox !== null && fromBox === toBox ? 'right' : undefined);
  const to = portOf(connector.to, toBox, aimOf(connector.from, fromBox), fromBox !== null && fromBox === toBox ? 'bottom' : undefined);
  switch (connector.route) {
    case 'straight':
      return polylineCourse(connector, [from.point, to.point]);
    case 'elbow': {
      const bounds = (box: Box | null) => box && boundsOfBox(box);
      return polylineCourse(connector, elbowPoints({ ...from, bounds: bounds(fromBox) }, { ...to, bounds: bounds(toBox) }));
    }
    case 'curved':
      return curvedCourse(connector, from, to);
  }
}

/** Returns the box at an end: null for a free end, undefined if the element is missing. */
function boxAt(end: ConnectorEnd, boxes: DrawingContext['boxes']): Box | null | undefined {
  return 'element_id' in end ? boxes.get(end.element_id) : null;
}

/** Returns the point that the other end of a connector looks at. */
function aimOf(end: ConnectorEnd, box: Box | null): Point {
  if (!('element_id' in end)) return [end.x, end.y];
  return end.side === 'auto' ? centerOf(box!) : portAt(box!, end.side).point;
}

function portOf(end: ConnectorEnd, box: Box | null, target: Point, loopSide: 'right' | 'bottom' | undefined): Port {
  if (!('element_id' in end)) return { point: [end.x, end.y], direction: axisOf(directionOf([end.x, end.y], target)) };
  return portAt(box!, end.side === 'auto' ? (loopSide ?? sideToward(box!, target)) : end.side);
}

/** Returns the course of a line along points. It ends before the tips where their caps are closed. */
export function polylineCourse(line: Pick<Connector, 'start_cap' | 'end_cap' | 'style'>, points: readonly Point[]): Course {
  const { start, end } = tipsOf(points);
  const drawn = [...points];
  drawn[0] = moved(start.point, start.direction, -capInset(line.start_cap, line.style));
  drawn[drawn.length - 1] = moved(end.point, end.direction, -capInset(line.end_cap, line.style));
  return { outline: { kind: 'polyline', points: drawn }, start, end, middle: middleOf(points), points };
}

function curvedCourse({ start_cap, end_cap, style }: Connector, from: Port, to: Port): Course {
  const reach = Math.min(CURVE.most, Math.max(CURVE.least, distanceOf(from.point, to.point) * CURVE.share));
  const start = moved(from.point, from.direction, capInset(start_cap, style));
  const end = moved(to.point, to.direction, capInset(end_cap, style));
  const curve = [start, moved(from.point, from.direction, reach), moved(to.point, to.direction, reach), end] as const;
  return {
    outline: { kind: 'curve', points: curve },
    start: { point: from.point, direction: opposite(from.direction) },
    end: { point: to.point, direction: opposite(to.direction) },
    middle: pointOfCurve(curve, 0.5),
    points: [from.point, ...Array.from({ length: CURVE.samples + 1 }, (_, index) => pointOfCurve(curve, index / CURVE.samples)), to.point],
  };
}

function pointOfCurve([p0, p1, p2, p3]: readonly [Point, Point, Point, Point], t: number): Point {
  const rest = 1 - t;
  const at = (axis: 0 | 1) => rest ** 3 * p0[axis] + 3 * rest ** 2 * t * p1[axis] + 3 * rest * t ** 2 * p2[axis] + t ** 3 * p3[axis];
  return [at(0), at(1)];
}
