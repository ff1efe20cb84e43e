/** Tags of one contact. */
export const MAX_TAGS_PER_CONTACT = 200;

/** Levels that the condition of an audience may nest. */
export const MAX_CONDITION_DEPTH = 10;

/** Comparisons that the condition of an audience may contain. */
export const MAX_CONDITION_LEAVES = 200;

/** Characters that all `contains` in the condition of an audience search for: each is sought in the longest text of every contact. */
export const MAX_CONDITION_SEARCHED = 5_000;

/** Contacts of an audience with a fixed list. */
export const MAX_FIXED_CONTACTS = 10_000;

/** Comparisons of the audiences that one page of the list counts; one audience never has more. */
export const MAX_PAGE_COMPARISONS = 1_000;

/** Tags by which one call filters contacts. */
export const MAX_FILTER_TAGS = 20;

/** Audiences whose conditions one renaming of a tag changes. */
export const MAX_TAG_AUDIENCES = 1_000;

/** Bytes of conditions that one renaming of a tag reads together, unless one condition has more. */
export const MAX_RENAMED_BYTES = 1_048_576;

/** Contacts that a group of duplicates lists. */
export const MAX_DUPLICATE_CONTACTS = 5;

/** Contacts that one page of duplicates reads. */
export const MAX_SCANNED_CONTACTS = 20_000;

/** Contacts that were merged into one contact, with those that were merged into them. */
export const MAX_MERGED_CONTACTS = 1_000;

/** Removed contacts that one call looks up for the filters and groups of rows. */
export const MAX_MERGED_LOOKUP = 10_000;

/** Bytes of the custom fields of a contact after others were merged into them, as JSON. */
export const MAX_MERGED_FIELDS_BYTES = 1_048_576;

/** Tags in all lines of one import of contacts, and the contacts of a bulk tagging times its names of tags. */
export const MAX_IMPORT_TAGS = 10_000;

/** Days during which a deleted tag or contact can be restored and a change of many contacts reverted. */
export const UNDO_DAYS = 7;

/** Contacts of a tag that can be restored after its deletion. */
export const MAX_RESTORED_CONTACTS = 100_000;

/** Changes of many contacts that can be reverted. */
export const MAX_BULK_CHANGES = 1_000;

/** Bytes of the values that a change of many contacts replaced, as JSON, if it can be reverted. */
export const MAX_CHANGE_BYTES = 8 * 1_048_576;

/** Contacts that one call selects by filters. */
export const MAX_MATCHED_CONTACTS = 5_000;

/** Contacts that the answer of a change or deletion of many contacts names. */
export const MAX_SELECTED_SAMPLE = 100;

/** Contacts changed since, or that cannot be restored, that a bulk revert names. */
export const MAX_CONFLICT_SAMPLE = 100;

/** Bytes of contacts that a change of many contacts reads together, unless one contact has more. */
export const MAX_UPSERTED_BYTES = 4 * 1_048_576;
