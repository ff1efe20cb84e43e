import type { SocialPlatform } from './social-account.ts';

/** The text of a post with its content warning. */
interface PostText {
  readonly text: string;
  readonly content_warning: string | null;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns the number of characters of a text as people see them (grapheme clusters). */
const graphemeCount = (text: string): number => [...graphemes.segment(text)].length;

/** Mastodon counts a URL of any length as this many characters. */
const CHARACTERS_OF_URL = 23;

/** Returns the text of a post on Bluesky: with the content warning before it, since Bluesky has no field for it. */
export const blueskyText = ({ text, content_warning }: PostText): string =>
  content_warning === null ? text : `⚠️ ${content_warning}\n\n${text}`;

/** Returns what Mastodon counts of a post: all URLs count the same, and a mention counts without its server. */
const mastodonText = ({ text, content_warning }: PostText): string =>
  text.replace(/https?:\/\/\S+/g, 'x'.repeat(CHARACTERS_OF_URL)).replace(/(@\w+)@[\w.-]+\w/g, '$1') + (content_warning ?? '');

const countedText: Readonly<Record<SocialPlatform, (post: PostText) => string>> = { mastodon: mastodonText, bluesky: blueskyText };

/** Returns the number of characters of a post as its network counts them. */
export const socialLength = (platform: SocialPlatform, post: PostText): number => graphemeCount(countedText[platform](post));
