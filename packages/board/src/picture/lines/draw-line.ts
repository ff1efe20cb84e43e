import type { BoardElement, ElementOf } from '@space/contracts/whiteboard-elements';
import type { DrawingContext, DrawnElement } from '../drawing/drawn-element.ts';
import { type Bounds, boundsOfPoints, growBounds, joinBounds, type Point } from '../geometry/bounds.ts';
import { distanceOf } from '../geometry/vectors.ts';
import { drawOutline } from '../shapes/draw-outline.ts';
import { tag } from '../svg/tag.ts';
import { drawText } from '../text/draw-text.ts';
import { LINE_HEIGHT, layoutText } from '../text/layout-text.ts';
import { typefaceOf } from '../text/typeface-of.ts';
import { capMargin, drawCap } from './caps.ts';
import { connectorCourse, polylineCourse } from './connector-course.ts';
import type { Course } from './course.ts';

type Line = ElementOf<'line'> | ElementOf<'connector'>;

const LABEL_WIDTH = 240;
const LABEL_LINES = 8;
const LABEL_PADDING = 4;
const NAME_CHARACTERS = 60;

/** Returns a line. One that ends where it begins is an area with the colour of its style. */
export function drawLine(line: ElementOf<'line'>, context: DrawingContext): DrawnElement {
  const points = line.points.map(([x, y]): Point => [line.x + x, line.y + y]);
  const isClosed = points.length > 3 && distanceOf(points[0]!, points.at(-1)!) < 1;
  const course = polylineCourse(line, points);
  const drawn = drawCourse(line, isClosed ? { ...course, outline: { kind: 'polygon', points: points.slice(0, -1) } } : course, context);
  return { ...drawn, label: line.text.trim() === '' ? 'Line' : `Line: ${line.text}` };
}

/** Returns a connector; null if the whiteboard does not have an element at one of its ends. */
export function drawConnector(connector: ElementOf<'connector'>, context: DrawingContext): DrawnElement | null {
  const course = connectorCourse(connector, context.boxes);
  if (!course) return null;
  const ends = [nameOf(connector.from, context), nameOf(connector.to, context)];
  const way = `Connector${ends[0] ? ` from ${ends[0]}` : ''}${ends[1] ? ` to ${ends[1]}` : ''}`;
  return { ...drawCourse(connector, course, context), label: connector.text.trim() === '' ? way : `${way}: ${connector.text}` };
}

function drawCourse(line: Line, course: Course, context: DrawingContext): Omit<DrawnElement, 'label'> {
  const { style, seed, start_cap, end_cap } = line;
  const bounds = growBounds(boundsOfPoints(course.points)!, capMargin(style) + style.stroke_width / 2 + style.roughness * 2);
  const area = course.outline.kind === 'polygon' ? style : { ...style, fill_color: null };
  const size = Math.max(bounds.right - bounds.left, bounds.bottom - bounds.top);
  const label = drawLabel(line, course.middle, context);
  return {
    markup:
      drawOutline(course.outline, area, seed, size) +
      (label?.markup ?? '') +
      // On top of the label, so that a short connector still has its ends.
      drawCap(start_cap, course.start, style) +
      drawCap(end_cap, course.end, style),
    bounds: label ? joinBounds([bounds, label.bounds])! : bounds,
  };
}

function drawLabel({ text, style }: Line, [x, y]: Point, { sheet, paper }: DrawingContext): { markup: string; bounds: Bounds } | null {
  const { font_size, align, stroke_color } = style;
  const layout = layoutText(text, {
    font_size,
    typeface: typefaceOf(style),
    width: Math.max(LABEL_WIDTH, font_size * 6),
    height: font_size * LINE_HEIGHT * LABEL_LINES,
  });
  if (layout.lines.length === 0) return null;
  const bounds = growBounds(
    { left: x - layout.width / 2, top: y - layout.height / 2, right: x + layout.width / 2, bottom: y + layout.height / 2 },
    LABEL_PADDING,
  );
  const area = { x: bounds.left, y: bounds.top, width: bounds.right - bounds.left, height: bounds.bottom - bounds.top };
  return {
    markup:
      tag('rect', { ...area, rx: 4, fill: paper }) +
      drawText(
        layout,
        { x: x - layout.width / 2, y: y - layout.height / 2, width: layout.width, font_size, align, color: stroke_color },
        sheet,
      ),
    bounds,
  };
}

/** Returns the words of the element at an end; an empty text without words. */
function nameOf(end: ElementOf<'connector'>['from'], { elements }: DrawingContext): string {
  if (!('element_id' in end)) return '';
  const element: BoardElement | undefined = elements.get(end.element_id);
  const words = element?.text.trim().replace(/\s+/g, ' ') ?? '';
  return words.length > NAME_CHARACTERS ? `${words.slice(0, NAME_CHARACTERS)}…` : words;
}
