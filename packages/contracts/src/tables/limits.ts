/** Characters of a row comment, counted in code points (contract, T10). */
export const MAX_COMMENT_CHARACTERS = 4_000;

/** Tables one Space can have. */
export const MAX_TABLES_PER_SPACE = 1_000;

/** Columns one table can have. */
export const MAX_COLUMNS_PER_TABLE = 500;

/** Choices of one select column. */
export const MAX_OPTIONS = 500;

/** Columns one list can be sorted by. */
export const MAX_SORTS = 5;

/** Views one table can have. */
export const MAX_VIEWS_PER_TABLE = 200;

/** Share links one table can have. */
export const MAX_SHARE_LINKS_PER_TABLE = 200;

/** Snapshots one table can have. */
export const MAX_SNAPSHOTS_PER_TABLE = 200;

/** Lines of one CSV import. */
export const MAX_IMPORT_LINES = 5_000;

/** Rows of one page of a CSV export. */
export const MAX_EXPORT_ROWS = 1_000;

/** Groups one aggregate answers. */
export const MAX_GROUPS = 1_000;

/** Retention of old versions of rows that no snapshot needs, in days. */
export const ROW_HISTORY_DAYS = 180;
