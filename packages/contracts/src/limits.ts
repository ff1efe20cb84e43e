/** Rows of one page when the caller names no limit (spec, Limits: contacts list; decisions, Bodies). */
export const DEFAULT_PAGE_SIZE = 50;

/** The most rows one page can have; more is refused, not cut (spec, Limits; decisions, Bodies). */
export const MAX_PAGE_SIZE = 200;

/** A request body may be this large, inflated (decisions, Bodies). */
export const MAX_BODY_BYTES = 1_048_576;

/** JSON nested deeper than this is refused. */
export const MAX_JSON_DEPTH = 64;

/** How deep the condition of an audience may nest. */
export const MAX_CONDITION_DEPTH = 10;

/** How many questions the condition of an audience may ask. */
export const MAX_CONDITION_QUESTIONS = 200;

/** Webhooks one Space can have (spec, Limits). */
export const MAX_WEBHOOKS_PER_SPACE = 25;

/** Delays between the attempts of a delivery, in minutes (spec, Webhooks 6). */
export const RETRY_DELAYS_MINUTES = [1, 5, 15, 60, 180, 360, 720] as const;

/** Attempts before a delivery is dead (spec, Webhooks 6). */
export const MAX_ATTEMPTS = RETRY_DELAYS_MINUTES.length + 1;

/** Deliveries that die in a row before a webhook is switched off (spec, Webhooks 7). */
export const DEAD_DELIVERIES_BEFORE_DISABLE = 15;

/** A receiver must have answered by then, body included, in milliseconds (spec, Webhooks 5). */
export const WEBHOOK_TIMEOUT_MS = 10_000;

/** A receiver refuses a signature whose time is further away than this, in seconds (spec, Webhooks 4). */
export const SIGNATURE_TOLERANCE_SECONDS = 300;

/** Bytes of a receiver's answer that the attempt log keeps (decisions, Events). */
export const KEPT_RESPONSE_BYTES = 4_096;

/** Events and their deliveries are kept this long, in days (spec, Feeds). */
export const EVENT_RETENTION_DAYS = 14;

/** The first answer to an idempotency key is replayed for this long, in hours (decisions, Calls). */
export const IDEMPOTENCY_HOURS = 24;

/** Requests a second one key may make, and the burst above it (decisions, Calls). */
export const DEFAULT_RATE_LIMIT = { per_second: 100, burst: 200 } as const;

/** Rows, updates or ids in one bulk call (spec, Limits). */
export const MAX_BULK = 100;

/** Characters of a row comment, counted in code points (spec, Row comment). */
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

/** How long old versions of rows are kept when no snapshot needs them, in days. */
export const ROW_HISTORY_DAYS = 180;

/** Blogs one Space can have. */
export const MAX_BLOG_COLLECTIONS_PER_SPACE = 200;

/** Characters of the layout of a blog's posts. */
export const MAX_POST_TEMPLATE_CHARACTERS = 200_000;

/** Characters of the text of a post. */
export const MAX_POST_BODY_CHARACTERS = 500_000;

/** Posts in a feed of a blog. */
export const MAX_FEED_POSTS = 20;

/** Accounts of social networks that one Space can have connected. */
export const MAX_SOCIAL_ACCOUNTS_PER_SPACE = 50;

/** Characters of a social post; each network has a limit of its own below. */
export const MAX_SOCIAL_TEXT_CHARACTERS = 10_000;

/** Pictures of a social post; each network has a limit of its own below. */
export const MAX_SOCIAL_MEDIA = 16;

/** Planners one Space can have. */
export const MAX_PLANNERS_PER_SPACE = 100;

/** Times of the week one planner can have. */
export const MAX_PLANNER_SLOTS = 168;

/** Delays between the attempts to hand a social post to its network, in seconds: all within the hour that Mastodon keeps an idempotency key. */
export const SOCIAL_RETRY_DELAYS_SECONDS = [10, 30, 120, 300, 900, 1_800] as const;

/** A second page without a site within so many minutes of the first must be confirmed (spec, Page creation rules 2; decisions, Pages). */
export const STANDALONE_WINDOW_MINUTES = 10;

/** Characters of the document of a page. */
export const MAX_LAYOUT_CHARACTERS = 5_242_880;

/** A request that brings the document of a page may be this large, inflated; its answer must fit a message of the bus. */
export const MAX_PAGE_BODY_BYTES = 6 * 1_048_576;

/** Sites one Space can have. */
export const MAX_SITES_PER_SPACE = 200;

/** Pages one Space can have. */
export const MAX_PAGES_PER_SPACE = 10_000;

/** Pages one site can have. */
export const MAX_PAGES_PER_SITE = 1_000;

/** Published versions that are kept of one page, besides the one that visitors see. */
export const MAX_VERSIONS_PER_PAGE = 100;

/** Forms and booking pages that one page can use. */
export const MAX_REFERENCES_PER_PAGE = 500;

/** How long Mastodon surely knows an idempotency key, in milliseconds: an hour, less what a request may take. */
export const MASTODON_KEY_KEPT_MS = 3_500_000;
