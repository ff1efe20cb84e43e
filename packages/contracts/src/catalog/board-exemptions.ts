/** Constants of pictures and files of whiteboards that are named like a bound and are no bounds of the product, by the reason. */
export const boardExemptions: Readonly<Record<string, readonly string[]>> = {
  'Protection against costly pictures and hostile files of whiteboards; the error or the warning names it': [
    'packages/board/src/picture/text/glyph-sheet.ts MAX_PICTURE_CHARACTERS',
    'packages/board/src/picture/text/glyph-sheet.ts MAX_MISSING',
    'packages/board/src/picture/shapes/outline-paths.ts MAX_HATCHES',
    'packages/board/src/formats/file/imported-board.ts MAX_WARNINGS',
    'packages/board/src/formats/file/read-json.ts MAX_FILE_ELEMENTS',
  ],
  'Memory of one process; a drawing that left the cache is drawn again': [
    'services/library/src/whiteboards/pictures/drawing-cache.ts CACHE_BYTES',
  ],
};
