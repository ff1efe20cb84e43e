import type { PageAnswer } from '@space/contracts/core';
import type { Navigation } from '../navigation/navigation.ts';
import { messageAnswer } from '../serving/page-answers.ts';
import { strictAnswer } from './blog-layout.ts';
import { postDocument, type ShownPost } from './post-page.ts';
import { templateAnswer } from './template-answer.ts';

/** Returns the public page of a post, in the template of its blog or in our layout, or the page that says it is too large. */
export function postAnswer(
  origin: string,
  shown: ShownPost,
  navigation: Navigation | null,
  headers: Readonly<Record<string, string>>,
): PageAnswer {
  const blog = `${origin}/${shown.post.public_slug}`;
  const document = postDocument(shown, { blog, post: `${blog}/${shown.post.slug}` }, navigation);
  if (document === undefined) return tooLarge;
  return shown.template === null ? strictAnswer(document, headers, navigation !== null) : templateAnswer(document, headers);
}

const tooLarge = messageAnswer(422, {
  title: 'Too large',
  heading: 'This post is too large to be shown',
  text: 'Its text and the layout of its blog make a page above the limit. Ask the people who publish it to make one of them smaller.',
});
