/** The highest number of blocks with an id in a document. */
export const MAX_BLOCKS = 5_000;

/** The highest number of UTF-16 code units of text in a document. */
export const MAX_CHARACTERS = 1_000_000;

/** The highest depth of lists, quotes, callouts, details and tables in each other. */
export const MAX_NESTING = 20;

/** The highest number of UTF-16 code units of Markdown in one call. */
export const MAX_MARKDOWN_LENGTH = 2_000_000;

/** The highest number of UTF-16 code units of HTML in one call. */
export const MAX_HTML_LENGTH = 2_000_000;

/** The highest number of elements of HTML in one call. */
export const MAX_HTML_ELEMENTS = 100_000;

/** The highest depth of elements of HTML. Deeper elements are left out. */
export const MAX_HTML_NESTING = 100;

/** The highest size of an encoded document, in bytes. */
export const MAX_STATE_BYTES = 10 * 1024 * 1024;

/** The highest size of one Yjs update, in bytes. */
export const MAX_UPDATE_BYTES = 1024 * 1024;

/** The highest number of structs in one Yjs update. */
export const MAX_UPDATE_STRUCTS = 50_000;

/** The highest number of clients whose changes one Yjs update may hold. */
export const MAX_UPDATE_CLIENTS = 1_000;

/** The highest number of edits in one call. */
export const MAX_EDITS = 100;

/** The highest length of an attribute that is a text, such as an address. */
export const MAX_ATTRIBUTE_LENGTH = 2_048;
