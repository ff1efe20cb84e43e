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

/** Feeds one Space can have (spec, Limits). */
export const MAX_FEEDS_PER_SPACE = 25;

/** Listeners of kind agent one agent can have (spec, Limits). */
export const MAX_LISTENERS_PER_AGENT = 25;

/** The longest an agent's listener collects events before it writes its line, in minutes (spec, Limits: agent batch interval). */
export const MAX_AGENT_BATCH_MINUTES = 1_440;

/** The longest GET /events waits for something to answer, in seconds. */
export const MAX_FEED_WAIT_SECONDS = 25;

/** How long the lines of an agent's chat are kept, in days. */
export const AGENT_CHAT_DAYS = 90;

/** Things of one kind that an agent's Can use list can name. */
export const MAX_CAN_USE = 1_000;

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

/** How long a link to a preview can be opened, in minutes. */
export const PREVIEW_MINUTES = 60;

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

/** Links that the navigation of a site shows; more stand on a page of their own, to which the last of them leads. */
export const MAX_NAV_LINKS = 50;

/** Forms and booking pages that one page can use. */
export const MAX_REFERENCES_PER_PAGE = 500;

/** Places at which one page can use them, and those of them that a form or a booking page is shown in. */
export const MAX_REFERENCE_PLACES_PER_PAGE = 2_000;
export const MAX_EMBEDS_PER_PAGE = 500;

/** How long Mastodon surely knows an idempotency key, in milliseconds: an hour, less what a request may take. */
export const MASTODON_KEY_KEPT_MS = 3_500_000;

/** Forms one Space can have. */
export const MAX_FORMS_PER_SPACE = 1_000;

/** Fields one form can have, layout blocks among them. */
export const MAX_FORM_FIELDS = 200;

/** Choices of one field of a form. */
export const MAX_FORM_OPTIONS = 300;

/** Questions that one condition of a form field may ask, and how deep it may nest. */
export const MAX_FORM_CONDITION = { questions: 50, depth: 6 } as const;

/** The largest file that a form takes, in MiB, and all files of one page together: in base64 they must fit into one message. */
export const MAX_FORM_FILE_MB = 5;

/** Files that one field of a form takes at most. */
export const MAX_FILES_PER_FIELD = 10;

/** How long a link that confirms a submission works, in hours (decisions, Forms). */
export const CONFIRMATION_HOURS = 48;

/** How long a submission that was never confirmed is kept after its link has expired, in days. */
export const EXPIRED_SUBMISSION_DAYS = 30;

/** How long an uploaded file waits for the submission that names it, in hours. */
export const UNUSED_FILE_HOURS = 24;

/** How long a file that came with a page is kept while something else is put right, in minutes. */
export const UNUSED_PAGE_FILE_MINUTES = 60;

/** Booking pages one Space can have. */
export const MAX_BOOKING_PAGES_PER_SPACE = 1_000;

/** The shortest and the longest appointment, in minutes. */
export const MIN_SLOT_MINUTES = 5;

/** The longest appointment, in minutes. */
export const MAX_SLOT_MINUTES = 1_440;

/** The longest pause between two bookings, in minutes. */
export const MAX_BUFFER_MINUTES = 720;

/** The longest notice a booking page can ask for, in hours. */
export const MAX_NOTICE_HOURS = 8_760;

/** How far ahead a booking page can be booked at most, in days. */
export const MAX_ADVANCE_DAYS = 730;

/** Times that the hours of a booking page can name, over all the days that it can be booked ahead. */
export const MAX_PAGE_STARTS = 50_000;

/** Bookings to come that one email can have on one booking page, made on the page itself. */
export const MAX_UPCOMING_PER_GUEST = 20;

/** How long the links of a guest lead to a booking that is over, in days. */
export const GUEST_LINK_DAYS = 30;

/** How many people one slot of a group can hold. */
export const MAX_CAPACITY = 1_000;

/** How many people one slot of a group holds when its page was told no number. */
export const DEFAULT_CAPACITY = 10;

/** Days that a preview looks at unless told (spec, Limits: booking preview scan). */
export const PREVIEW_DAYS = 14;

/** Days that a preview looks at, at most. */
export const MAX_PREVIEW_DAYS = 92;

/** How many free slots a refusal of a taken one names (decisions, Errors). */
export const NEAREST_SLOTS = 3;

/** Days of one range of the calendar. */
export const MAX_CALENDAR_RANGE_DAYS = 366;

/** Recurring calendar events one Space can have: each is worked out for every range that is asked for. */
export const MAX_RECURRING_EVENTS = 500;

/** Days on which a recurring calendar event does not happen. */
export const MAX_EXCLUDED_DATES = 400;

/** Automations one Space can have. */
export const MAX_AUTOMATIONS_PER_SPACE = 1_000;

/** Actions of one automation. */
export const MAX_AUTOMATION_ACTIONS = 20;

/** Automations, one caused by the other, before a chain is stopped (decisions, Automations). */
export const MAX_AUTOMATION_CHAIN = 5;

/** Bytes of the payload of a run, and of the arguments of the actions of one automation, as JSON. */
export const MAX_AUTOMATION_BYTES = 65_536;

/** Bytes of the arguments of one action once its merge tags are filled in, as JSON. */
export const MAX_ACTION_ARGUMENTS_BYTES = 262_144;

/** Bytes of what one action answered that later actions can read, as JSON. */
export const MAX_ACTION_ANSWER_BYTES = 262_144;

/** How long the runs of automations are kept, in days. */
export const AUTOMATION_RUN_DAYS = 30;

/** Runs of one Space that are not over; what would start one more is recorded as failed. */
export const MAX_UNFINISHED_RUNS_PER_SPACE = 10_000;

/** How long a run waits before it tries an action again that failed for a reason that passes by itself, in seconds. */
export const ACTION_RETRY_DELAYS_SECONDS = [1, 5, 30, 120, 600] as const;

/** How long lines of the activity log are kept, in days. */
export const ACTIVITY_DAYS = 30;

/** How long a tool that a key called is listed in its Everyday mode, in days (spec, Limits). */
export const EVERYDAY_RECENCY_DAYS = 30;
