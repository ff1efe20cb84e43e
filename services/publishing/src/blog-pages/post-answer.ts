import type { PageAnswer } from '@space/contracts/core';
import type { Navigation } from '../navigation/navigation.ts';
import type { PublishedPost } from '../posts/published-posts.queries.ts';
import { strictAnswer } from './blog-layout.ts';
import { postDocument } from './post-page.ts';
import { templateAnswer } from './template-answer.ts';

/** Returns the public page of a post, in the template of its blog or in our layout. */
export function postAnswer(
  origin: string,
  post: PublishedPost,
  navigation: Navigation | null,
  headers: Readonly<Record<string, string>>,
): PageAnswer {
  const blog = `${origin}/${post.public_slug}`;
  const document = postDocument(post, { blog, post: `${blog}/${post.slug}` }, navigation);
  return post.template_html === null ? strictAnswer(document, headers, navigation !== null) : templateAnswer(document, headers);
}
