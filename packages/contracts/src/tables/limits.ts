/** Characters of a row comment, counted in code points (contract, T10). */
export const MAX_COMMENT_CHARACTERS = 4_000;

/** Tables one Space can have. */
export const MAX_TABLES_PER_SPACE = 1_000;

/** Columns one table can have. */
export const MAX_COLUMNS_PER_TABLE = 500;

/** Choices of one select column. */
export const MAX_OPTIONS = 500;

/** Bytes of the columns of one table, with their choices, settings and default values, and of the settings of its shared views together. */
export const MAX_DEFINITION_BYTES = 2_097_152;

/** Bytes of the written cells of one row, as JSON in UTF-8. */
export const MAX_ROW_BYTES = 1_048_576;

/** Bytes of the written cells of all rows that one call creates or updates, as JSON in UTF-8. */
export const MAX_WRITTEN_BYTES = 4 * 1_048_576;

/** Bytes of the computed cells of one row, as JSON in UTF-8; a further cell is empty with an error. */
export const MAX_COMPUTED_BYTES = 1_048_576;

/**
 * Bytes of the cells that formulas compute for one call, as JSON in UTF-8, and at most one row more. Further written rows are
 * computed in the background, and further cells that depend on the current time are empty with an error.
 */
export const MAX_CALL_COMPUTED_BYTES = 2 * 1_048_576;

/** Bytes of the default values of all columns of one table together: each new row gets all of them. */
export const MAX_DEFAULT_VALUES_BYTES = 20_000;

/** Columns one list can be sorted by. */
export const MAX_SORTS = 5;

/** Rows that a page skips after a cursor. */
export const MAX_OFFSET_AFTER_CURSOR = 1_000;

/** The fewest rows between two marks of a list. */
export const MIN_MARK_INTERVAL = 100;

/** The most rows between two marks of a list. */
export const MAX_MARK_INTERVAL = 10_000;

/** Marks of one answer. */
export const MAX_MARKS = 10_000;

/** Milliseconds that Postgres works on the marks of all rows of a list. */
export const MARKS_STATEMENT_TIMEOUT_MS = 6_000;

/** Rows from the start of a list that are marked if marking all of them takes too long. */
export const MAX_PARTLY_MARKED_ROWS = 10_000;

/** Milliseconds that Postgres works on the marks of the first rows of a list. */
export const PARTIAL_MARKS_STATEMENT_TIMEOUT_MS = 1_000;

/** Shared views one table can have. */
export const MAX_VIEWS_PER_TABLE = 200;

/** Personal views one member can have of one table. */
export const MAX_PERSONAL_VIEWS = 50;

/** Bytes of the settings of the personal views that one member has of one table. */
export const MAX_PERSONAL_VIEWS_BYTES = 262_144;

/** Share links one table can have. */
export const MAX_SHARE_LINKS_PER_TABLE = 200;

/** Snapshots one table can have. */
export const MAX_SNAPSHOTS_PER_TABLE = 200;

/** Rows that one call changes or deletes by filters. */
export const MAX_MATCHED_ROWS = 5_000;

/** Bytes of the cells of the rows that one call changes or deletes by filters, before and after, as JSON in UTF-8. */
export const MAX_MATCHED_BYTES = 8 * 1_048_576;

/** Ids that the answer of a change by filters shows. */
export const MAX_MATCHED_SAMPLE = 20;

/** Ids of rows changed since that the answer of a bulk revert shows. */
export const MAX_CONFLICT_SAMPLE = 100;

/** Groups one aggregate answers. */
export const MAX_GROUPS = 1_000;

/** Retention of old versions of rows that no snapshot needs, in days. */
export const ROW_HISTORY_DAYS = 180;

/** Work that one formula may do for one row, in units of about one character read by a simple function; about 20 ms at most. */
export const MAX_FORMULA_WORK = 10_000_000;

/** Time that one call spends on formulas of the rows that it writes or reads, in milliseconds; the rest is computed in the background. */
export const MAX_CALL_COMPUTE_MS = 100;

/** Processor time of one batch of a recompute job, in milliseconds. */
export const MAX_RECOMPUTE_CPU_MS = 2_000;

/** Wall clock time of the formulas of one batch of a recompute job, in milliseconds. The batch has an open transaction meanwhile. */
export const MAX_RECOMPUTE_WALL_CLOCK_MS = 4_000;

/** Longest pause of a recompute job for a call of its process that has started, in milliseconds. */
export const MAX_RECOMPUTE_PAUSE_MS = 10;

/** Pauses of the formulas of one batch of a recompute job together, in milliseconds. */
export const MAX_RECOMPUTE_PAUSES_MS = 500;

/** Time after which Postgres ends a statement of a recompute job, in milliseconds. */
export const RECOMPUTE_STATEMENT_TIMEOUT_MS = 4_000;

/** Memory of the thread of a process in which recompute jobs evaluate formulas, in MB. */
export const MAX_RECOMPUTE_MEMORY_MB = 256;

/** Batches of a recompute job in a row that may end at their limit, each an eighth as large as the one before. */
export const MAX_RECOMPUTE_ATTEMPTS = 5;

/** Open recompute jobs of a table and their rows that a call reads to say which cells are pending; above it every row is. */
export const MAX_PENDING_ROWS = 100_000;

/** Values of one lookup cell; further values are cut off. */
export const MAX_LOOKUP_VALUES = 1_000;

/** Bytes of the values of one lookup cell as JSON, unless its first value alone is larger; further values are cut off. */
export const MAX_LOOKUP_BYTES = 200_000;

/** Values that a rollup reads to compute one cell, unless Postgres computes it. */
export const MAX_ROLLUP_VALUES = 100_000;

/** Bytes of the values that a rollup reads to compute one cell, unless Postgres computes it. */
export const MAX_ROLLUP_BYTES = 1_000_000;

/** Characters of the text that a rollup returns. */
export const MAX_ROLLUP_CHARACTERS = 100_000;

/** Characters of a cell of a text column, and of the value of a filter. */
export const MAX_TEXT_CHARACTERS = 10_000;

/** Characters of a cell of a long_text column. */
export const MAX_LONG_TEXT_CHARACTERS = 100_000;

/** Steps that matching the pattern of one text column may take: the size of the pattern × the longest cell. */
export const MAX_COLUMN_PATTERN_STEPS = 10_000_000;

/** Steps that matching the patterns of columns may take in one call: the sum over its cells of the size of the pattern × the characters. */
export const MAX_CALL_PATTERN_STEPS = 25_000_000;

/** Files of one attachment cell. */
export const MAX_ATTACHMENTS = 100;

/** Links of one cell. */
export const MAX_LINKS_PER_CELL = 1_000;

/** Choices that one multi_select cell has. */
export const MAX_SELECTED_CHOICES = 100;

/** Characters of the title of a linked row in a cell; the rest is cut off. */
export const MAX_LINK_TITLE_CHARACTERS = 1_000;

/** Rows that the inverse column of one row shows. */
export const MAX_INVERSE_LINKS = 1_000;

/** Levels that a filter may nest. */
export const MAX_FILTER_DEPTH = 10;

/** Comparisons of one filter. */
export const MAX_FILTERS = 200;

/** Characters that all comparisons of a filter with parts of texts search for: `contains`, `not_contains`, `starts_with`, `ends_with`. */
export const MAX_FILTER_SEARCHED = 10_000;

/** Values of one comparison of a filter. */
export const MAX_FILTER_VALUES = 200;

/** Seconds that restoring a snapshot may take. */
export const MAX_RESTORE_SECONDS = 55;

/** Computed columns that may depend on each other in a chain. */
export const MAX_COMPUTE_CHAIN = 50;

/** Dependent rows that the call which changes a row recomputes itself. */
export const MAX_SYNC_ROWS = 1_000;

/**
 * Bytes of the dependent rows that the call which changes a row recomputes itself, with their new cells, and at most one row more. A
 * batch of a recompute job has the same bound.
 */
export const MAX_RECOMPUTED_BYTES = 8 * 1_048_576;

/** Entries that the calendar of a share page shows on one day; it counts the rest. */
export const MAX_DAY_ENTRIES = 10;

/** Items of a list in one cell that a share page shows, such as linked rows; it counts the rest. */
export const MAX_SHOWN_ITEMS = 10;

/** Characters of one cell that a card of a share page shows. */
export const MAX_CARD_CHARACTERS = 500;

/** Stacks of a shared kanban that show cards; further stacks are links. */
export const MAX_STACKS = 30;

/** Groups that a table or a line of a shared dashboard shows. */
export const MAX_WIDGET_GROUPS = 100;

/** Cards that a stack of a shared kanban shows. */
export const MAX_STACK_CARDS = 25;

/** Bytes of the rows, cards, entries or groups of one share page as HTML, and at most one row more. */
export const MAX_SHARE_PAGE_BYTES = 2 * 1_048_576;

/** Bytes of the cells of one row on a share page as HTML; a further cell is an ellipsis. */
export const MAX_SHARED_ROW_BYTES = 262_144;

/** Characters of a text, and of an entry of a list, that a share page reads; the rest is an ellipsis. */
export const MAX_SHARED_CELL_CHARACTERS = 1_000;

/** Entries of a list, such as links, choices or files, that a share page reads. */
export const MAX_SHARED_LIST_ENTRIES = 50;

/** Bytes of the entries of a list as JSON that a share page reads, unless the first one alone is larger. */
export const MAX_SHARED_LIST_BYTES = 4_000;

/** Characters of the name of a linked row, and of the key of a group, that a share page shows. */
export const MAX_SHARED_TITLE_CHARACTERS = 200;

/** Characters of the text that a visitor searches a shared view for. */
export const MAX_SHARED_SEARCH_CHARACTERS = 100;

/** Milliseconds that Postgres works on one statement of a search in a shared view. */
export const SHARED_SEARCH_STATEMENT_TIMEOUT_MS = 2_000;

/** Rows that a page of a shared view counts, if it has filters or a search; of more rows it says that there are more. */
export const MAX_SHARED_COUNTED_ROWS = 10_000;

/** Columns of a shared view that a visitor searches, from the first one. */
export const MAX_SHARED_SEARCH_COLUMNS = 50;

/** Colours of choices on one share page; further choices have no colour. */
export const MAX_SHARED_COLORS = 100;

/** Characters of a formula. */
export const MAX_FORMULA_CHARACTERS = 50_000;

/** Levels that operators, functions and parentheses of a formula may nest. */
export const MAX_FORMULA_DEPTH = 100;

/** Values, references, operators and calls of a formula. */
export const MAX_FORMULA_NODES = 2_000;

/** Characters of a text that a formula produces. */
export const MAX_FORMULA_TEXT = 100_000;

/** Elements of a list that a formula produces. */
export const MAX_FORMULA_LIST = 10_000;

/** Days of the filters `last_days` and `next_days`. */
export const MAX_RELATIVE_DAYS = 36_500;

/**
 * A pattern in a formula: the code units of its text, the instructions of its program, with each of which every character
 * is compared, and the code units of the text that it searches.
 */
export const MAX_FORMULA_PATTERN = { characters: 1_000, instructions: 500, searched: 20_000 } as const;

/** Milliseconds that all replacements by patterns in one evaluation of a formula take. */
export const MAX_FORMULA_PATTERN_MS = 50;

/** Code units of all texts in a list that a formula returns. */
export const MAX_FORMULA_LIST_TEXT = 200_000;

/** Working days that a formula counts. */
export const MAX_FORMULA_WORKDAYS = 100_000;

/** Code units of a format of dates in a formula. */
export const MAX_FORMULA_FORMAT = 200;
