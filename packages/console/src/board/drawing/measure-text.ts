import type { MeasureText } from './wrap-text.ts';

/** The fonts of texts on a whiteboard, as the style sheet has them. */
export const BOARD_FONT = 'system-ui, sans-serif';

let context: CanvasRenderingContext2D | null | undefined;

/** Returns the function that measures texts in a size of the font. */
export function measureText(fontSize: number): MeasureText {
  context ??= document.createElement('canvas').getContext('2d');
  const drawing = context;
  if (!drawing) return (text) => text.length * fontSize * 0.55;
  const font = `${fontSize}px ${BOARD_FONT}`;
  return (text) => {
    if (drawing.font !== font) drawing.font = font;
    return drawing.measureText(text).width;
  };
}
