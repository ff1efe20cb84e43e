import { boxOf, type Course, connectorCourse, polylineCourse } from '@space/board/outlines';
import type { BoardElement, ElementOf } from '@space/contracts/whiteboard-elements';
import type { BoardElements } from '../model/board-elements.ts';

/** The last course of each connector, with the elements at its ends for which it was computed. */
const known = new WeakMap<BoardElement, { readonly ends: readonly unknown[]; readonly course: Course | null }>();

/** Returns the way of a line or a connector; null for a connector whose element is not there. */
export function courseOf(element: ElementOf<'line'> | ElementOf<'connector'>, { byId }: Pick<BoardElements, 'byId'>): Course | null {
  if (element.type === 'line')
    return polylineCourse(
      element,
      element.points.map(([x, y]) => [element.x + x, element.y + y] as const),
    );
  const ends = [element.from, element.to].map((end) => ('element_id' in end ? byId.get(end.element_id) : undefined));
  const before = known.get(element);
  if (before?.ends.every((end, at) => end === ends[at])) return before.course;
  const boxes = new Map(ends.flatMap((end) => (end ? [[end.id, boxOf(end)] as const] : [])));
  const course = connectorCourse(element, boxes);
  known.set(element, { ends, course });
  return course;
}
