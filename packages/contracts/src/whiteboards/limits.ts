/** Whiteboards of one Space, with those in the trash. */
export const MAX_WHITEBOARDS = 10_000;

/** Characters of the title of a whiteboard. */
export const MAX_WHITEBOARD_TITLE = 500;

/** Bytes of an encoded whiteboard with its history: 20 MiB. */
export const MAX_WHITEBOARD_STATE_BYTES = 20 * 1_048_576;

/** Bytes of a body with elements of a whiteboard, or with a file that becomes elements: 4 MiB. */
export const MAX_WHITEBOARD_BODY_BYTES = 4 * 1_048_576;

/** Characters of the beginning of the texts of a whiteboard in lists. */
export const WHITEBOARD_EXCERPT_CHARACTERS = 280;

/** Characters of the texts of a whiteboard that a search reads. */
export const MAX_WHITEBOARD_TEXT = 200_000;

/** Nodes and edges of one diagram. */
export const MAX_DIAGRAM = { nodes: 200, edges: 400 } as const;

/** Characters of the label of a node or an edge of a diagram. */
export const MAX_DIAGRAM_LABEL = 500;

/** Pixels between two elements that are arranged: by default and at most. */
export const ARRANGE_GAP = { default: 40, max: 1_000 } as const;

/** The largest factor of the size of a picture. */
export const MAX_PICTURE_SCALE = 4;

/** Pixels of a side of a picture. */
export const MAX_PICTURE_SIDE = 8_000;

/** Bytes of an exported file: 5 MiB. */
export const MAX_WHITEBOARD_EXPORT_BYTES = 5 * 1_048_576;

/** Bytes of the pictures of assets in one exported file: 3 MiB; larger ones are drawn as boxes with their names. */
export const MAX_EXPORTED_ASSET_BYTES = 3 * 1_048_576;

/** Elements that an event names, and texts of them. */
export const MAX_EVENT_ELEMENTS = 50;

/** Changed texts that an event has. */
export const MAX_EVENT_TEXTS = 10;

/** Different things that the elements of one whiteboard show or lead to. */
export const MAX_WHITEBOARD_REFERENCES = 1_000;

/** Comments on one whiteboard, with replies. */
export const MAX_WHITEBOARD_COMMENTS = 5_000;

/** Share links of one whiteboard. */
export const MAX_SHARE_LINKS_PER_WHITEBOARD = 200;

/** Elements that the comparison of two versions names. */
export const MAX_COMPARED_ELEMENTS = 1_000;

/** Milliseconds of processor time that the work on one whiteboard may take. */
export const MAX_BOARD_CPU_MS = 10_000;

/** Milliseconds that the work on one whiteboard may take on a busy machine. */
export const MAX_BOARD_WALL_CLOCK_MS = 25_000;

/** Changes and pictures of whiteboards that are worked on or wait in one process, of one Space and of all. */
export const MAX_WAITING_BOARDS = { space: 30, process: 120 } as const;

/** Bytes of one change of elements as a Yjs update: 4 MiB, so that a message of live drawing carries it. */
export const MAX_BOARD_CHANGE_BYTES = 4 * 1_048_576;

/** Bytes of the answer to a change of elements: 6 MiB. */
export const MAX_BOARD_ANSWER_BYTES = 6 * 1_048_576;

/** Memory of a thread that works on whiteboards, in MB. */
export const MAX_BOARD_MEMORY_MB = 512;
