import { Resvg } from '@resvg/resvg-js';
import { MAX_PICTURE_SIDE } from '@space/contracts/whiteboards';
import { BoardPictureError } from '../refusal/board-picture-error.ts';

/**
 * Returns the PNG of an SVG of `drawBoard`, `scale` times as large. No font of the machine is used: the texts are outlines.
 * Throws a BoardPictureError `too_large` above 8,000 pixels a side.
 */
export function drawPng(svg: string, { scale = 1 }: { readonly scale?: number } = {}): Uint8Array {
  const picture = new Resvg(svg, { font: { loadSystemFonts: false }, fitTo: { mode: 'zoom', value: scale }, logLevel: 'off' });
  if (Math.max(picture.width, picture.height) * scale > MAX_PICTURE_SIDE + 1) {
    throw new BoardPictureError('too_large', `A side of the picture would have more than ${MAX_PICTURE_SIDE} pixels; use a smaller scale.`);
  }
  return picture.render().asPng();
}
