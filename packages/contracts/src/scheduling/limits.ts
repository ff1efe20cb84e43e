/** Forms one Space can have. */
export const MAX_FORMS_PER_SPACE = 1_000;

/** Versions of the fields that one form can have. */
export const MAX_FORM_VERSIONS = 1_000;

/** Confirmed submissions that the report of a form sums up, and the bytes of their answers as they are stored. */
export const MAX_REPORTED = { submissions: 50_000, bytes: 16 * 1_048_576 } as const;

/** Fields one form can have, layout blocks among them. */
export const MAX_FORM_FIELDS = 200;

/** Choices of one field of a form. */
export const MAX_FORM_OPTIONS = 300;

/** Inputs and choices that one form shows: a matrix has rows × columns, a ranking has choices × places. */
export const MAX_FORM_INPUTS = 5_000;

/** Characters of the fields of a form as its page shows them. */
export const MAX_FORM_PAGE_CHARACTERS = 2_000_000;

/** Questions in all conditions of one form. */
export const MAX_FORM_QUESTIONS = 1_000;

/** Steps that matching the patterns of one form may take: the sum over its fields of the size of the pattern × the longest answer. */
export const MAX_FORM_PATTERN_STEPS = 10_000_000;

/** Questions in one condition of a form field, and its maximum depth. */
export const MAX_FORM_CONDITION = { questions: 50, depth: 6 } as const;

/** The largest file that a form takes, in MiB, and all files of one page together: in base64 they must fit into one message. */
export const MAX_FORM_FILE_MB = 5;

/** Files that one field of a form takes at most. */
export const MAX_FILES_PER_FIELD = 10;

/** Lifetime of a link that confirms a submission, in hours (contract, F7). */
export const CONFIRMATION_HOURS = 48;

/** Retention of an unconfirmed submission after its link has expired, in days. */
export const EXPIRED_SUBMISSION_DAYS = 30;

/** Retention of an uploaded file that no submission names, in hours. */
export const UNUSED_FILE_HOURS = 24;

/** Retention of a file that a visitor sent with an invalid page, in minutes. */
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

/** The longest time that a booking page can be booked ahead, in days. */
export const MAX_ADVANCE_DAYS = 730;

/** Times that the hours of a booking page can name, over all the days that it can be booked ahead. */
export const MAX_PAGE_STARTS = 20_000;

/** Bookings to come that one email can have on one booking page, made on the page itself. */
export const MAX_UPCOMING_PER_GUEST = 20;

/** Lifetime of the links of a guest after the booking, in days. */
export const GUEST_LINK_DAYS = 30;

/** The largest capacity of a slot of a group, in people. */
export const MAX_CAPACITY = 1_000;

/** The default capacity of a slot of a group, in people. */
export const DEFAULT_CAPACITY = 10;

/** Days that a preview covers by default (contract, K9). */
export const PREVIEW_DAYS = 14;

/** Days that a preview looks at, at most. */
export const MAX_PREVIEW_DAYS = 92;

/** Slots that a preview shows. */
export const MAX_PREVIEW_SLOTS = 5_000;

/** Free slots that the error for a taken slot names (contract, E5). */
export const NEAREST_SLOTS = 3;

/** Characters of the notes of a booking, or of the description of an event, in a calendar feed. */
export const MAX_FEED_NOTES_CHARACTERS = 500;

/** Days of one range of the calendar. */
export const MAX_CALENDAR_RANGE_DAYS = 366;

/** Recurring calendar events one Space can have: each is computed for every range that a caller requests. */
export const MAX_RECURRING_EVENTS = 500;

/** Days on which a recurring calendar event does not happen. */
export const MAX_EXCLUDED_DATES = 400;

/** Characters of the data URL of a drawn signature. */
export const MAX_SIGNATURE_CHARACTERS = 100_000;

/** Characters of a text that a visitor writes instead of a choice. */
export const MAX_OTHER_CHARACTERS = 200;

/** Bookings of one calendar feed. */
export const MAX_ICS_BOOKINGS = 2_000;

/** Events of the feed of a calendar. */
export const MAX_FEED_EVENTS = 2_000;

/** Different answers that the report of a form lists for one field. */
export const MAX_REPORT_CHOICES = 100;

/** The longest calendar event, in days: a single one, and one occurrence of a recurring one. */
export const MAX_EVENT_DAYS = { single: 366, recurring: 31 } as const;

/** The largest COUNT of a recurrence rule. */
export const MAX_OCCURRENCES = 1_000;

/** The largest INTERVAL of a recurrence rule. */
export const MAX_RECURRENCE_INTERVAL = 1_000;

/** Forms that one visitor, and all visitors together, send in a minute to one form, booking page or booking, by process. */
export const MAX_VISITOR_SENDS = { visitor: 20, all: 600 } as const;

/** Reads of one visitor in a minute of one booking page, or of the links of guests, by process; an expensive read counts as several. */
export const MAX_VISITOR_READS = 120;

/** Bytes of files that one visitor sends in an hour, by process. */
export const MAX_VISITOR_FILE_BYTES = 100 * 1_048_576;

/** Bytes of files without a submission that one form retains for its visitors. */
export const MAX_UNUSED_FILE_BYTES = 200 * 1_048_576;
