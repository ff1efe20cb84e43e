import { MAX_POST_ELEMENTS, MAX_POST_NESTING, MAX_SHOWN_POST_CHARACTERS } from '@space/contracts/publishing';
import { DocumentTooComplexError } from '../references/parse-document.ts';
import { truncateWords } from '../text/truncate-words.ts';
import { countWords } from './count-words.ts';
import { plainText, safeBody } from './safe-body.ts';

/** The text of a post as visitors see it. It is computed when the post is saved and stored with it. */
export interface PostText {
  /** The sanitized HTML. */
  readonly html: string;
  /** The first words outside headings, without elements. */
  readonly summary: string;
  /** The number of its words. */
  readonly words: number;
}

/** The reason why a text cannot be shown, as the code and the message of a field error. */
interface PostTextError {
  readonly code: string;
  readonly message: string;
}

/** The version of the rules in this file and in safe-body.ts. Raise it with every change of them: stored texts of another version are computed again when they are shown. */
export const TEXT_RULES = 3;

/** Characters of the summary of a text. */
const SUMMARY_CHARACTERS = 200;

/** Returns the text of a post as it is shown, or the reason why it cannot be shown. */
export function readPostText(body: string): PostText | PostTextError {
  try {
    const html = safeBody(body).text;
    if (html.length > MAX_SHOWN_POST_CHARACTERS)
      return {
        code: 'too_large',
        message: `has ${html.length} characters when it is shown; at most ${MAX_SHOWN_POST_CHARACTERS} are allowed`,
      };
    const { whole, prose } = plainText(body);
    return { html, summary: truncateWords(prose, SUMMARY_CHARACTERS), words: countWords(whole) };
  } catch (error) {
    if (!(error instanceof DocumentTooComplexError)) throw error;
    return postTooComplex;
  }
}

/** The error of a text with too many elements or too deep nesting. */
export const postTooComplex: PostTextError = {
  code: 'too_complex',
  message: `has more than ${MAX_POST_ELEMENTS} elements, or nests them more than ${MAX_POST_NESTING} levels deep; close the elements that it opens`,
};
