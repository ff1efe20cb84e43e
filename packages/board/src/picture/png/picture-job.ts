import type { BoardElement } from '@space/contracts/whiteboard-elements';
import type { JobPerformers } from '@space/worker';
import { type BoardPicture, drawBoard, type PictureOptions } from '../draw-board.ts';
import { drawPng } from './draw-png.ts';

/** A board as PNG. */
export interface BoardPng extends Omit<BoardPicture, 'svg'> {
  readonly png: Uint8Array;
}

/** The jobs of a pool for pictures. */
export interface PictureJobs {
  readonly draw_svg: { readonly takes: PictureRequest; readonly returns: BoardPicture };
  readonly draw_png: { readonly takes: PictureRequest; readonly returns: BoardPng };
}

/** A board to draw. */
export interface PictureRequest {
  readonly elements: readonly BoardElement[];
  readonly options?: PictureOptions;
}

/** The functions of the jobs. */
export const performers: JobPerformers<PictureJobs> = {
  draw_svg: ({ elements, options }) => drawBoard(elements, options),
  draw_png({ elements, options }) {
    const { svg, ...picture } = drawBoard(elements, options);
    return { ...picture, png: drawPng(svg) };
  },
};
