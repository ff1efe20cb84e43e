import type { PageAnswer } from '@space/contracts/core';
import type { Navigation } from '../navigation/navigation.ts';
import type { PublishedPost } from '../posts/published-posts.queries.ts';
import { strictAnswer } from './blog-frame.ts';
import { layoutAnswer } from './layout-answer.ts';
import { postDocument } from './post-page.ts';

/** The page of a post: in the layout of its blog, which may do more, or in ours. */
export function postAnswer(
  origin: string,
  post: PublishedPost,
  navigation: Navigation | null,
  headers: Readonly<Record<string, string>>,
): PageAnswer {
  const blog = `${origin}/${post.public_slug}`;
  const document = postDocument(post, { blog, post: `${blog}/${post.slug}` }, navigation);
  return post.template_html === null ? strictAnswer(document, headers, navigation !== null) : layoutAnswer(document, headers);
}
