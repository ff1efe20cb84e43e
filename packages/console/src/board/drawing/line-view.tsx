import type { Course } from '@space/board/outlines';
import type { ElementOf } from '@space/contracts/whiteboard-elements';
import { type ReactElement, useMemo } from 'react';
import { BoardText } from './board-text.tsx';
import { CapView } from './cap-view.tsx';
import { measureText } from './measure-text.ts';
import { OutlineView } from './outline-view.tsx';
import { LINE_HEIGHT, wrapText } from './wrap-text.ts';

/** The widest label of a line in pixels. */
const LABEL_WIDTH = 240;

/** Pixels around a label. */
const LABEL_PADDING = 4;

/** Props of a line or a connector: its element and its way. */
export interface LineViewProps {
  readonly element: ElementOf<'line'> | ElementOf<'connector'>;
  readonly course: Course;
}

/** Renders a line or a connector with its caps and its label. A line that ends where it begins is an area. */
export function LineView({ element, course }: LineViewProps): ReactElement {
  const { style, seed, text, start_cap, end_cap } = element;
  const [first, last] = [course.points[0]!, course.points.at(-1)!];
  const isClosed = element.type === 'line' && course.points.length > 3 && Math.hypot(first[0] - last[0], first[1] - last[1]) < 1;
  const outline = useMemo(
    () => (isClosed ? ({ kind: 'polygon', points: course.points.slice(0, -1) } as const) : course.outline),
    [course, isClosed],
  );
  const look = useMemo(() => (isClosed ? style : { ...style, fill_color: null }), [style, isClosed]);
  const size = Math.max(element.width, element.height, 40);
  return (
    <>
      <OutlineView outline={outline} style={look} seed={seed} size={size} />
      <CapView cap={start_cap} tip={course.start} style={style} />
      <CapView cap={end_cap} tip={course.end} style={style} />
      {text.trim() !== '' && <Label text={text} place={course.middle} style={style} />}
    </>
  );
}

function Label({
  text,
  place: [x, y],
  style,
}: {
  readonly text: string;
  readonly place: readonly [number, number];
  readonly style: LineViewProps['element']['style'];
}): ReactElement {
  const measure = measureText(style.font_size);
  const lines = wrapText(text, LABEL_WIDTH, measure);
  const width = Math.max(...lines.map(measure)) + 1;
  const height = lines.length * style.font_size * LINE_HEIGHT;
  const box = { x: x - width / 2, y: y - height / 2, width, height };
  return (
    <>
      <rect
        className="board-label"
        x={box.x - LABEL_PADDING}
        y={box.y - LABEL_PADDING}
        width={width + LABEL_PADDING * 2}
        height={height + LABEL_PADDING * 2}
        rx={4}
      />
      <BoardText text={text} box={{ ...box, align: style.align, isAtTop: true }} style={style} />
    </>
  );
}
