import { plainBox } from '@space/board/live';
import type { Course } from '@space/board/outlines';
import type { BoardElement } from '@space/contracts/whiteboard-elements';
import { memo, type ReactElement } from 'react';
import { CardView } from './card-view.tsx';
import { freehandPath } from './freehand-path.ts';
import { LineView } from './line-view.tsx';
import { lineProps } from './outline-view.tsx';
import { PictureView } from './picture-view.tsx';
import { ShapeView } from './shape-view.tsx';

/** Props of an element: with the way of a line or connector, and false for a text that is being edited in its place. */
export interface ElementViewProps {
  readonly element: BoardElement;
  readonly course: Course | null;
  readonly hasText: boolean;
}

/** Renders an element of a whiteboard as SVG. It renders again only for another element. */
export const ElementView = memo(function ElementView({ element, course, hasText }: ElementViewProps): ReactElement | null {
  if (element.type === 'connector' && !course) return null;
  return (
    <g data-element={element.id} opacity={element.style.opacity === 1 ? undefined : element.style.opacity} transform={rotationOf(element)}>
      <Drawing element={element} course={course} hasText={hasText} />
    </g>
  );
});

function Drawing({ element, course, hasText }: ElementViewProps): ReactElement | null {
  switch (element.type) {
    case 'line':
    case 'connector':
      return course && <LineView element={element} course={course} />;
    case 'freehand':
      return (
        <path
          d={freehandPath(element.points)}
          transform={`translate(${element.x} ${element.y})`}
          fill="none"
          {...lineProps({ ...element.style, stroke_width: Math.max(1, element.style.stroke_width * 1.4) })}
        />
      );
    case 'image':
      return <PictureView element={element} />;
    case 'embed':
      return <CardView element={element} />;
    default:
      return <ShapeView element={element} hasText={hasText} />;
  }
}

function rotationOf(element: BoardElement): string | undefined {
  if (element.rotation % 360 === 0 || element.type === 'connector') return undefined;
  const { x, y, width, height } = plainBox(element);
  return `rotate(${element.rotation} ${x + width / 2} ${y + height / 2})`;
}
