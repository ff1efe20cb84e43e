import { slugify } from '@space/text';

/** Characters of a suggested slug; a number may follow. */
const MAX_CHARACTERS = 70;

/** Returns the slug that a title suggests; `fallback` for a title without letters and digits. */
export const suggestSlug = (title: string, fallback: string): string => slugify(title, { fallback, maxLength: MAX_CHARACTERS });
