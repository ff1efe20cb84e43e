export { BoardPictureError, type BoardPictureErrorCode } from './board-picture-error.ts';
export { type BoardPicture, drawBoard, type PictureOptions } from './draw-board.ts';
export type { BoardImage } from './drawn-element.ts';
