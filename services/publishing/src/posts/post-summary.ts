import { plainText } from './safe-body.ts';

/** Characters of a summary that is taken from the text of a post. */
const MAX_CHARACTERS = 200;

/** Returns the excerpt of a post on one line, or the first words of its text when it has none. */
export const postSummary = ({ excerpt, body_html }: { readonly excerpt: string | null; readonly body_html: string }): string =>
  excerpt?.replace(/\s+/g, ' ').trim() || plainText(body_html, MAX_CHARACTERS);
