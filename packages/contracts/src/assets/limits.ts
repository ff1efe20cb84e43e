/** Assets of one Space, with those in the trash. */
export const MAX_ASSETS = 1_000_000;

/** Bytes of the largest file, by default: 2 GiB. */
export const DEFAULT_MAX_ASSET_BYTES = 2 * 1_073_741_824;

/** Bytes of the different files of one Space together, by default: 20 GiB. */
export const DEFAULT_ASSET_QUOTA_BYTES = 20 * 1_073_741_824;

/** Bytes of a file that a call contains in base64: 5 MiB. */
export const MAX_INLINE_ASSET_BYTES = 5 * 1_048_576;

/** Bytes of a file that is fetched from a URL: 100 MiB. */
export const MAX_FETCHED_ASSET_BYTES = 100 * 1_048_576;

/** Seconds in which a file must arrive from a URL. */
export const ASSET_FETCH_SECONDS = 30;

/** Redirects that a file from a URL may need. */
export const MAX_FETCH_REDIRECTS = 5;

/** Bytes of the name of an asset. */
export const MAX_ASSET_NAME_BYTES = 255;

/** Characters of the alternative text of an asset. */
export const MAX_ALT_TEXT = 1_000;

/** Characters of the description of an asset. */
export const MAX_ASSET_DESCRIPTION = 10_000;

/** Tags of one asset. */
export const MAX_ASSET_TAGS = 20;

/** Characters of a tag of an asset. */
export const MAX_ASSET_TAG = 64;

/** Versions of the file of one asset, with the current one. */
export const MAX_ASSET_VERSIONS = 10;

/** Uploads of one Space that wait for bytes or are checked. */
export const MAX_OPEN_UPLOADS = 100;

/** Hours in which the bytes of an upload must arrive. */
export const UPLOAD_HOURS = 24;

/** Days for which an ended upload can be read. */
export const ENDED_UPLOAD_DAYS = 7;

/** The life of a signed link in minutes. */
export const ASSET_LINK_MINUTES = { min: 1, max: 10_080, default: 60 } as const;

/** Uses that the refusal of a deletion names. */
export const MAX_NAMED_USES = 20;

/** Days after which an asset in the trash is deleted, unless something uses it. */
export const ASSET_TRASH_DAYS = 30;

/** Hours after which bytes that no asset has leave the object store. */
export const UNUSED_OBJECT_HOURS = 48;

/** Different assets that one thing shows, such as a page or a row. */
export const MAX_SHOWN_ASSETS = 500;

/** Bytes of the largest picture that is decoded; a larger one stays a file without width and height. */
export const MAX_PICTURE_BYTES = 64 * 1_048_576;

/** Pixels of the largest picture. */
export const MAX_PICTURE_PIXELS = 50_000_000;

/** Bytes of the largest PDF or office file whose text is read: 50 MiB. */
export const MAX_TEXT_SOURCE_BYTES = 50 * 1_048_576;

/** Bytes of the text of one file that is stored, in UTF-8: 2 MiB. */
export const MAX_ASSET_TEXT_BYTES = 2 * 1_048_576;

/** Bytes of one page of the text of a file, in JSON. */
export const ASSET_TEXT_PAGE_BYTES = 36_000;

/** Characters of the beginning of its text that an asset has. */
export const TEXT_EXCERPT_CHARACTERS = 500;

/** Files of one Space in whose texts a word is found. */
export const MAX_TEXT_MATCHES = 1_000;

/** Milliseconds that the work on one file may take. */
export const MEDIA_WORK_MS = 20_000;

/** Times that the work on one file begins before it has failed. */
export const MEDIA_WORK_ATTEMPTS = 2;

/** Assets of erased submissions that one call deletes. */
export const MAX_FORM_ASSETS = 100;

/** Days after its last request at which a variant of a picture is removed; the next request makes it again. */
export const UNREAD_VARIANT_DAYS = 30;
