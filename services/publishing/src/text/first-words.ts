import { truncateWords } from './truncate-words.ts';

/** Characters of an excerpt in events and lists. */
const MAX_EXCERPT_CHARACTERS = 80;

/** Returns the first words of a text on one line. */
export const firstWords = (text: string): string => truncateWords(text.replace(/\s+/g, ' ').trim(), MAX_EXCERPT_CHARACTERS);
