export { type BoardPicture, drawBoard, type PictureOptions } from './draw-board.ts';
export type { BoardImage } from './drawing/drawn-element.ts';
export { BoardPictureError, type BoardPictureErrorCode } from './refusal/board-picture-error.ts';
export { elementsOfFrame } from './select-elements.ts';
