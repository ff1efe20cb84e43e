export { BoardPictureError, type BoardPictureErrorCode } from './board-picture-error.ts';
export { type BoardPicture, drawBoard, MAX_PICTURE_SIDE, type PictureOptions } from './draw-board.ts';
export type { BoardImage } from './drawn-element.ts';
