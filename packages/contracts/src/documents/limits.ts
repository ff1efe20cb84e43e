/** Documents of one Space, with those in the trash. */
export const MAX_DOCUMENTS = 100_000;

/** Characters of the title of a document. */
export const MAX_DOCUMENT_TITLE = 500;

/** Characters of the icon of a document. */
export const MAX_DOCUMENT_ICON = 64;

/** Blocks with an id in a document. */
export const MAX_DOCUMENT_BLOCKS = 5_000;

/** UTF-16 code units of text in a document. */
export const MAX_DOCUMENT_CHARACTERS = 1_000_000;

/** Levels of lists, quotes, callouts, details and tables in each other. */
export const MAX_DOCUMENT_NESTING = 20;

/** UTF-16 code units of Markdown in one call. */
export const MAX_MARKDOWN_LENGTH = 2_000_000;

/** UTF-16 code units of HTML in one call. */
export const MAX_HTML_LENGTH = 2_000_000;

/** Elements of HTML in one call. */
export const MAX_HTML_ELEMENTS = 100_000;

/** Levels of elements of HTML; deeper elements are left out. */
export const MAX_HTML_NESTING = 100;

/** Bytes of an encoded document with its history: 10 MiB. */
export const MAX_DOCUMENT_STATE_BYTES = 10 * 1_048_576;

/** Structs of one Yjs update. */
export const MAX_DOCUMENT_UPDATE_STRUCTS = 50_000;

/** Clients whose changes one Yjs update has. */
export const MAX_DOCUMENT_UPDATE_CLIENTS = 1_000;

/** Edits of one call. */
export const MAX_DOCUMENT_EDITS = 100;

/** Characters of an attribute of a block or a mark that is a text, such as an address. */
export const MAX_DOCUMENT_ATTRIBUTE = 2_048;

/** Characters of a text that an edit finds, and of its replacement. */
export const MAX_EDIT_TEXT = 100_000;

/** Different things that one document shows or mentions. */
export const MAX_DOCUMENT_REFERENCES = 1_000;

/** Bytes of a body with the text of a document: 4 MiB. */
export const MAX_DOCUMENT_BODY_BYTES = 4 * 1_048_576;

/** Bytes of a file that becomes a document: 4 MiB. */
export const MAX_IMPORT_BYTES = 4 * 1_048_576;

/** Bytes of a file of Word that becomes a document: 32 MiB. Pictures are most of a large one. */
export const MAX_WORD_BYTES = 32 * 1_048_576;

/** Bytes of the parts of a file of Word that are read, unpacked: 32 MiB. */
export const MAX_WORD_PARTS_BYTES = 32 * 1_048_576;

/** Milliseconds that the reading of one file of Word may take. */
export const WORD_FILE_MS = 15_000;

/** Files of Word that are read or wait in one process, of one Space and of all. */
export const MAX_WAITING_WORD_FILES = { space: 2, process: 4 } as const;

/** Characters of the content of one answer, by default and at most; whole blocks are left out above it. */
export const READ_CHARACTERS = { default: 200_000, max: 1_000_000 } as const;

/** Characters of the differences that the answer of an edit has. */
export const MAX_EDIT_DIFF = 20_000;

/** Characters of the differences between two versions in one answer. */
export const MAX_VERSION_DIFF = 500_000;

/** Changed blocks that the answer of an edit names. */
export const MAX_ANSWERED_BLOCKS = 1_000;

/** Changed blocks that an event names. */
export const MAX_EVENT_BLOCKS = 50;

/** Characters of the beginning of a document in events and lists. */
export const DOCUMENT_EXCERPT_CHARACTERS = 280;

/** Documents that one search returns. */
export const MAX_FOUND_DOCUMENTS = 50;

/** The newest matches among which a search finds the best. */
export const MAX_RANKED_DOCUMENTS = 200;

/** Characters of the beginning of a document in which a search looks for the place of a word. */
export const MAX_PLACED_CHARACTERS = 200_000;

/** Days for which each change of a document can be read, taken back and merged with. */
export const DOCUMENT_CHANGE_DAYS = 30;

/** Days for which the automatic versions of a document are stored. */
export const DOCUMENT_VERSION_DAYS = 180;

/** Named versions of one document. */
export const MAX_NAMED_VERSIONS = 200;

/** Characters of the name of a version. */
export const MAX_VERSION_LABEL = 200;

/** Changes after which a version of a document is stored by itself while people write without a pause. */
export const CHANGES_PER_VERSION = 200;

/** Minutes between two versions of a document that are stored by themselves while people write without a pause. */
export const MINUTES_BETWEEN_VERSIONS = 10;

/** Minutes without a change after which a version of a document is stored by itself. */
export const QUIET_VERSION_MINUTES = 10;

/** Comments on one document, with replies. */
export const MAX_DOCUMENT_COMMENTS = 5_000;

/** Characters of a comment on a document. */
export const MAX_DOCUMENT_COMMENT = 4_000;

/** Characters of the text that a comment is about. */
export const MAX_COMMENT_QUOTE = 1_000;

/** Share links of one document. */
export const MAX_SHARE_LINKS_PER_DOCUMENT = 200;

/** Days after which a document in the trash is deleted. */
export const DOCUMENT_TRASH_DAYS = 30;

/** Milliseconds of processor time that the work on one text may take. */
export const MAX_TEXT_CPU_MS = 10_000;

/** Milliseconds that the work on one text may take on a busy machine. */
export const MAX_TEXT_WALL_CLOCK_MS = 25_000;

/** Memory of a thread that works on texts, in MB. */
export const MAX_TEXT_MEMORY_MB = 384;
