/** How deep the condition of an audience may nest. */
export const MAX_CONDITION_DEPTH = 10;

/** How many questions the condition of an audience may ask. */
export const MAX_CONDITION_QUESTIONS = 200;
