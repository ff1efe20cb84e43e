/** Elements of one whiteboard. */
export const MAX_BOARD_ELEMENTS = 5_000;

/** Elements of one call. */
export const MAX_CALL_ELEMENTS = 100;

/** Characters of the text of one element. */
export const MAX_ELEMENT_TEXT = 10_000;

/** Characters of the web address of an element. */
export const MAX_ELEMENT_LINK = 2_048;

/** Points of one line or freehand drawing. */
export const MAX_ELEMENT_POINTS = { line: 100, freehand: 5_000 } as const;

/** The largest distance of a coordinate from the origin, in pixels. */
export const MAX_COORDINATE = 1_000_000;

/** The largest width and height of an element, in pixels. */
export const MAX_ELEMENT_SIZE = 100_000;

/** Width of a line in pixels: the least and the most. */
export const STROKE_WIDTHS = { least: 0, most: 40 } as const;

/** Size of a font in pixels: the least and the most. */
export const FONT_SIZES = { least: 4, most: 400 } as const;

/** Levels of frames in each other. */
export const MAX_FRAME_NESTING = 20;
