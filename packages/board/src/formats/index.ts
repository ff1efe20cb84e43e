export { type ExcalidrawImportOptions, readExcalidraw } from './excalidraw/read-excalidraw.ts';
export { type ExcalidrawOptions, type ExcalidrawScene, writeExcalidraw } from './excalidraw/write-excalidraw.ts';
export { BoardFormatError } from './file/board-format-error.ts';
export type { ImportedBoard } from './file/imported-board.ts';
export { readJsonCanvas } from './json-canvas/read-json-canvas.ts';
export { type JsonCanvas, type JsonCanvasOptions, writeJsonCanvas } from './json-canvas/write-json-canvas.ts';
