import { assetIdsIn } from '../assets/shown-assets.ts';
import type { PostContent } from '../social-networks/network.ts';
import { firstWords } from '../text/first-words.ts';

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
