import { assetIdsIn } from '../assets/shown-assets.ts';
import type { PostContent } from '../social-networks/network.ts';
import { truncateWords } from '../text/truncate-words.ts';

/** Characters of an excerpt in events and lists. */
const MAX_EXCERPT_CHARACTERS = 80;

/** Returns the first words of a text on one line. */
export const firstWords = (text: string): string => truncateWords(text.replace(/\s+/g, ' ').trim(), MAX_EXCERPT_CHARACTERS);

/** Returns the data of an event about a change of what a social post shows. `origin` is the public one. */
export const shownSocialData = (
  post: { readonly id: string; readonly text: string; readonly media: PostContent['media'] },
  origin: string,
) => ({
  ...socialPostEventData(post),
  asset_ids: assetIdsIn({ ids: null, addresses: post.media.map(({ url }) => url) }, origin),
});

/** Returns the data that every event about a social post has. */
export const socialPostEventData = ({ id, text }: { readonly id: string; readonly text: string }) => ({
  social_post_id: id,
  social_post: firstWords(text),
});
