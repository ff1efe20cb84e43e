import type { PageAnswer } from '@space/contracts/core';
import { type PageContext, plainPage } from '@space/web';
import type { Navigation } from '../navigation/navigation.ts';
import { messageInContext } from '../serving/page-answers.ts';
import { strictAnswer } from './blog-layout.ts';
import { postDocument, type ShownPost } from './post-page.ts';
import { templateAnswer } from './template-answer.ts';

/** Returns the public page of a post, in the template of its blog or in our layout, or the page that says it is too large. */
export function postAnswer(
  context: PageContext,
  origin: string,
  shown: ShownPost,
  navigation: Navigation | null,
  headers: Readonly<Record<string, string>>,
): PageAnswer {
  const blog = `${origin}/${shown.post.public_slug}`;
  const document = postDocument(context, shown, { blog, post: `${blog}/${shown.post.slug}` }, navigation);
  if (document === undefined) return messageInContext(422, ({ post_too_large }) => plainPage(post_too_large), context);
  return shown.template === null ? strictAnswer(context.theme, document, headers, navigation !== null) : templateAnswer(document, headers);
}
