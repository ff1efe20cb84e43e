/** Blogs one Space can have. */
export const MAX_BLOG_COLLECTIONS_PER_SPACE = 200;

/** Characters of the layout of a blog's posts. */
export const MAX_POST_TEMPLATE_CHARACTERS = 200_000;

/** Characters of the text of a post. */
export const MAX_POST_BODY_CHARACTERS = 500_000;

/** Posts one blog can have, drafts too. */
export const MAX_POSTS_PER_BLOG = 10_000;

/** Tags of one post. */
export const MAX_TAGS_PER_POST = 20;

/** Characters of a tag of a post. */
export const MAX_POST_TAG_CHARACTERS = 64;

/** Tags to which the list of a blog links: those with the most posts. */
export const MAX_LISTED_TAGS = 20;

/** Elements of the text of a post. */
export const MAX_POST_ELEMENTS = 50_000;

/** Depth to which the elements of the text of a post may be nested. */
export const MAX_POST_NESTING = 256;

/** Characters of the text of a post as it is shown, with its escaped characters and the attributes that are added. */
export const MAX_SHOWN_POST_CHARACTERS = 1_000_000;

/** Places of the token {{body}} in the layout of a blog's posts, and places of every other token. */
export const MAX_TOKEN_PLACES = { body: 3, other: 100 } as const;

/** Bytes of the page of a post; a larger one is not shown. Its JSON must fit into a message of the bus. */
export const MAX_POST_PAGE_BYTES = 3 * 1_048_576;

/** Posts in a feed of a blog. */
export const MAX_FEED_POSTS = 20;

/** Characters of the texts of all posts in a feed, as they are escaped there; a post beyond them has its summary only. */
export const MAX_FEED_CHARACTERS = 1_000_000;

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

/** Delays between the attempts to publish a social post, in seconds: together less than the hour for which Mastodon stores an idempotency key. */
export const SOCIAL_RETRY_DELAYS_SECONDS = [10, 30, 120, 300, 900, 1_800] as const;

/** Minutes after a page without a site in which a second one must be confirmed (contract, S5). */
export const STANDALONE_WINDOW_MINUTES = 10;

/** Minutes for which the link to a preview can be opened. */
export const PREVIEW_MINUTES = 60;

/** Characters of the document of a page. */
export const MAX_LAYOUT_CHARACTERS = 5_242_880;

/** Bytes of a request with the document of a page, after decompression (contract, B6). Its answer must fit into a message of the bus. */
export const MAX_PAGE_BODY_BYTES = 6 * 1_048_576;

/** Sites one Space can have. */
export const MAX_SITES_PER_SPACE = 200;

/** Pages one Space can have. */
export const MAX_PAGES_PER_SPACE = 10_000;

/** Pages one site can have. */
export const MAX_PAGES_PER_SITE = 1_000;

/** Published versions of one page that are stored, in addition to the one that visitors see. */
export const MAX_VERSIONS_PER_PAGE = 100;

/** Drafts of one page that a change replaced and that were never published: they are stored for undo. */
export const MAX_REPLACED_DRAFTS_PER_PAGE = 20;

/** Links that the navigation of a site shows. When there are more pages, the last link leads to a list of all. */
export const MAX_NAV_LINKS = 50;

/** Forms and booking pages that one page can use. */
export const MAX_REFERENCES_PER_PAGE = 500;

/** Places in one page that use a form or a booking page. */
export const MAX_REFERENCE_PLACES_PER_PAGE = 2_000;

/** Forms and booking pages that are shown inside one page. */
export const MAX_EMBEDS_PER_PAGE = 500;

/** Shared views of tables that the answers of one page name. */
export const MAX_SHARED_VIEWS_PER_PAGE = 100;

/** The time for which Mastodon certainly stores an idempotency key, in milliseconds: an hour, less the time of a request. */
export const MASTODON_KEY_TTL_MS = 3_500_000;

/**
 * Social posts that one process sends concurrently, in all and of one Space.
 * A Space starts a further post only while it has fewer posts in progress than slots are free; some slots stay free for other Spaces.
 */
export const MAX_CONCURRENT_SOCIAL_POSTS = { process: 8, space: 4 } as const;

/** Levels that the elements of a document may nest. */
export const MAX_DOCUMENT_DEPTH = 512;

/** Processor time of parsing one document, in milliseconds. */
export const MAX_DOCUMENT_CPU_MS = 5_000;

/** Wall clock time of parsing one document, in milliseconds. */
export const MAX_DOCUMENT_WALL_CLOCK_MS = 55_000;

/** Memory that parsing one document may take, in MB. */
export const MAX_DOCUMENT_MEMORY_MB = 768;

/** Addresses of one sitemap. */
export const MAX_SITEMAP_ADDRESSES = 20_000;

/** Characters of the text of a post in a feed; a feed contains the summary of a longer one. */
export const MAX_FEED_POST_CHARACTERS = 60_000;

/** Characters of a data URL of a picture in a post; a longer one is removed. */
export const MAX_DATA_URL_CHARACTERS = 100_000;

/** Levels of elements that the text of a post shows: deeper ones would slow down every browser. */
export const MAX_SHOWN_NESTING = 100;

/** Levels of documents inside documents that are searched for forms and booking pages. */
export const MAX_INNER_DOCUMENTS = 3;
