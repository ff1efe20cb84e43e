/** Levels that the condition of an audience may nest. */
export const MAX_CONDITION_DEPTH = 10;

/** Comparisons that the condition of an audience may contain. */
export const MAX_CONDITION_LEAVES = 200;
