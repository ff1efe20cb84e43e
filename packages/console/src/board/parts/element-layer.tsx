import { type Box, overlaps } from '@space/board/live';
import { memo, type ReactElement, useRef } from 'react';
import { ElementView } from '../drawing/element-view.tsx';
import { courseOf } from '../geometry/courses.ts';
import { elementsSeen } from '../geometry/hit-test.ts';
import { type Size, seenBox, type View } from '../geometry/view.ts';
import type { BoardElements } from '../model/board-elements.ts';

/** Props of the layer of elements: those that are near the window, and the one whose text is edited in its place. */
export interface ElementLayerProps {
  readonly elements: BoardElements;
  readonly near: Box;
  readonly editing: string | undefined;
}

/** Renders the elements near the window from bottom to top. It does not render again while the view moves inside of them. */
export const ElementLayer = memo(function ElementLayer({ elements, near, editing }: ElementLayerProps): ReactElement {
  return (
    <>
      {elementsSeen(elements, near).map((element) => (
        <ElementView
          key={element.id}
          element={element}
          course={element.type === 'line' || element.type === 'connector' ? courseOf(element, elements) : null}
          hasText={element.id !== editing}
        />
      ))}
    </>
  );
});

/** Returns a box around the window that stays the same while the window is in it and not much smaller than it. */
export function useNearBox(view: View, size: Size): Box {
  const near = useRef<Box>({ x: 0, y: 0, width: 0, height: 0 });
  const seen = seenBox(view, size);
  const isInside =
    seen.x >= near.current.x &&
    seen.y >= near.current.y &&
    seen.x + seen.width <= near.current.x + near.current.width &&
    seen.y + seen.height <= near.current.y + near.current.height;
  if (!isInside || near.current.width > seen.width * 6 || !overlaps(near.current, seen))
    near.current = { x: seen.x - seen.width, y: seen.y - seen.height, width: seen.width * 3, height: seen.height * 3 };
  return near.current;
}
