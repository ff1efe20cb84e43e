import type { ElementStyle } from '@space/contracts/whiteboard-elements';
import type { AttributeValue } from '../svg/tag.ts';

/** Returns the attributes of a drawn line: colour, width, dashes and round ends. */
export function strokeAttributes(style: ElementStyle): Record<string, AttributeValue> {
  const { stroke_color, stroke_width } = style;
  if (stroke_width === 0) return { stroke: 'none' };
  return {
    stroke: stroke_color,
    'stroke-width': stroke_width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'stroke-dasharray': dashes(style),
  };
}

function dashes({ stroke_style, stroke_width }: ElementStyle): string | null {
  if (stroke_style === 'dashed') return `${8 + stroke_width} ${8 + stroke_width * 2}`;
  if (stroke_style === 'dotted') return `0.1 ${4 + stroke_width * 2}`;
  return null;
}
