import { type Box, plainBox } from '@space/board/live';
import type { BoardElement, ElementStyle } from '@space/contracts/whiteboard-elements';

/** The place of the text of an element. */
export interface TextBox extends Box {
  readonly align: ElementStyle['align'];
  /** True for lines that begin at the upper edge; others are in the middle. */
  readonly isAtTop: boolean;
  /** The width of its lines, if it is another one: a text was measured with another font, so that it may need a little more. */
  readonly lineWidth?: number;
}

/** The factor of the width of a text up to which a line is not divided. */
const TEXT_SLACK = 1.25;

/** Pixels between the edge of an element and its text. */
const PADDING = { sticky: 14, shape: 8, embed: 16 } as const;

/** The part of an ellipse or a diamond, in its middle, that has room for text. */
const inner = { rectangle: 1, ellipse: Math.SQRT1_2, diamond: 0.5 } as const;

/** Returns the box of the text of an element that has its text inside. */
export function textBoxOf(element: BoardElement): TextBox {
  const box = plainBox(element);
  const { align } = element.style;
  switch (element.type) {
    case 'text':
      return { ...box, align, isAtTop: true, lineWidth: box.width * TEXT_SLACK };
    case 'sticky':
      return { ...inset(box, 1, PADDING.sticky), align, isAtTop: false };
    case 'rectangle':
    case 'ellipse':
    case 'diamond':
      return { ...inset(box, inner[element.type], PADDING.shape), align, isAtTop: false };
    case 'frame': {
      const height = element.style.font_size * 1.25;
      return { x: box.x, y: box.y - height - 4, width: box.width, height, align: 'left', isAtTop: true };
    }
    default:
      return { ...inset(box, 1, PADDING.embed), align, isAtTop: false };
  }
}

function inset({ x, y, width, height }: Box, share: number, padding: number): Box {
  const size = { width: Math.max(1, width * share - padding * 2), height: Math.max(1, height * share - padding) };
  return { x: x + (width - size.width) / 2, y: y + (height - size.height) / 2, ...size };
}
