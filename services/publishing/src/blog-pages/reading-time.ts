/** Words that a reader reads in a minute. */
const WORDS_PER_MINUTE = 220;

/** Returns the minutes that it takes to read a text, at least one. */
export const readingMinutes = (words: number): number => Math.max(1, Math.round(words / WORDS_PER_MINUTE));
