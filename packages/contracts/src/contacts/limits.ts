/** Tags of one contact. */
export const MAX_TAGS_PER_CONTACT = 200;

/** Levels that the condition of an audience may nest. */
export const MAX_CONDITION_DEPTH = 10;

/** Comparisons that the condition of an audience may contain. */
export const MAX_CONDITION_LEAVES = 200;

/** Characters that all `contains` in the condition of an audience search for: each is sought in the longest text of every contact. */
export const MAX_CONDITION_SEARCHED = 5_000;

/** Comparisons of the audiences that one page of the list counts; one audience never has more. */
export const MAX_PAGE_COMPARISONS = 1_000;
