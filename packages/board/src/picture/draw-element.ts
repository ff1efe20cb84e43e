import type { BoardElement } from '@space/contracts/whiteboard-elements';
import type { DrawingContext, DrawnElement } from './drawing/drawn-element.ts';
import type { Bounds } from './geometry/bounds.ts';
import { boxOf, centerOf, rotatedBounds } from './geometry/box.ts';
import { drawConnector, drawLine } from './lines/draw-line.ts';
import { drawEmbed } from './shapes/draw-embed.ts';
import { drawFrame } from './shapes/draw-frame.ts';
import { drawFreehand } from './shapes/draw-freehand.ts';
import { drawImage } from './shapes/draw-image.ts';
import { drawPlainText } from './shapes/draw-plain-text.ts';
import { drawShape } from './shapes/draw-shape.ts';
import { drawSticky } from './shapes/draw-sticky.ts';
import { decimal } from './svg/decimal.ts';
import { tag } from './svg/tag.ts';

/** Links that a picture has: those that a browser opens without a script. */
const link = /^(?:https?:\/\/|mailto:)[^\s]+$/i;

/** Returns an element with its rotation, opacity, link and label; null for a connector with a missing end. */
export function drawElement(element: BoardElement, context: DrawingContext): { markup: string; bounds: Bounds } | null {
  const drawn = drawUpright(element, context);
  if (!drawn) return null;
  const rotation = element.type === 'connector' ? 0 : element.rotation % 360;
  const center = centerOf(boxOf(element));
  const { opacity } = element.style;
  const group = tag(
    'g',
    {
      role: 'img',
      'aria-label': drawn.label,
      transform: rotation === 0 ? null : `rotate(${decimal(rotation)} ${decimal(center[0])} ${decimal(center[1])})`,
      opacity: opacity === 1 ? null : opacity,
    },
    drawn.markup,
  );
  return {
    markup:
      element.link !== null && link.test(element.link)
        ? tag('a', { href: element.link, target: '_blank', rel: 'noopener noreferrer nofollow' }, group)
        : group,
    bounds: rotation === 0 ? drawn.bounds : rotatedBounds(drawn.bounds, center, rotation),
  };
}

function drawUpright(element: BoardElement, context: DrawingContext): DrawnElement | null {
  switch (element.type) {
    case 'sticky':
      return drawSticky(element, context);
    case 'text':
      return drawPlainText(element, context);
    case 'frame':
      return drawFrame(element, context);
    case 'rectangle':
    case 'ellipse':
    case 'diamond':
      return drawShape(element, context);
    case 'line':
      return drawLine(element, context);
    case 'connector':
      return drawConnector(element, context);
    case 'freehand':
      return drawFreehand(element);
    case 'image':
      return drawImage(element, context);
    case 'embed':
      return drawEmbed(element, context);
  }
}
