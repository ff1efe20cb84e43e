/** Tags of one contact. */
export const MAX_TAGS_PER_CONTACT = 200;

/** Levels that the condition of an audience may nest. */
export const MAX_CONDITION_DEPTH = 10;

/** Comparisons that the condition of an audience may contain. */
export const MAX_CONDITION_LEAVES = 200;
