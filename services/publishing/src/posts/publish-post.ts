import { type Caller, invalidFields } from '@space/contracts/core';
import { type BlogPost, blogPostPublished, blogPostPublishScheduled, blogPostUnpublished } from '@space/contracts/publishing';
import { isoTime } from '@space/database';
import type { Transaction } from '@space/event-log';
import { findShownAssets } from '../assets/shown-assets.queries.ts';
import { scheduleError } from '../schedule/schedule-error.ts';
import { postEventData, publishedEventData, shownPostData } from './post-event-data.ts';
import { findBlogTitle, findPost, lockPost, recordAddress, setDraft, setPublished, setSchedule } from './posts.queries.ts';

type Tx = Transaction<typeof blogPostPublished | typeof blogPostUnpublished | typeof blogPostPublishScheduled>;

/** The change of a post: `at` undefined makes it now, a time schedules it, null cancels the schedule. */
interface PublishAction {
  readonly publish: boolean;
  readonly at?: string | null | undefined;
}

/** The blog whose public pages changed, or null; and the publication state of the post before the change. */
interface PublishResult {
  readonly changed_blog: string | null;
  readonly before: Pick<BlogPost, 'status' | 'publish_at' | 'unpublish_at'>;
}

/** Publishes or unpublishes a post, now or later. Emits no event when the post is in that state already. */
export async function publishPost(
  tx: Tx,
  origin: string,
  caller: Caller,
  id: string,
  { publish, at }: PublishAction,
): Promise<PublishResult> {
  const space = caller.space_id;
  const post = await lockPost(tx, space, origin, id, null);
  const { status, publish_at, unpublish_at } = post;
  const result = (changed_blog: string | null): PublishResult => ({ changed_blog, before: { status, publish_at, unpublish_at } });
  const blog = (await findBlogTitle(tx, space, post.collection_id))!;
  const readAgain = async () => JSON.parse((await findPost(tx, space, origin, id)).json) as BlogPost;
  const readShown = () => findShownAssets(tx, space, 'blog_post', id, origin);
  if (at !== undefined) {
    if (at !== null) assertSchedulable(at, tx.now, publish, post);
    const time = at === null ? null : isoTime(Date.parse(at));
    if ((publish ? post.publish_at : post.unpublish_at) === time) return result(null);
    await setSchedule(tx, space, id, { publish, at: time, by: JSON.stringify(caller.actor) }, tx.now);
    const after = await readAgain();
    tx.emit(blogPostPublishScheduled, { ...postEventData(after, blog), publish_at: after.publish_at, unpublish_at: after.unpublish_at });
    return result(null);
  }
  if (publish) {
    if (post.status === 'published' && post.publish_at === null) return result(null);
    await setPublished(tx, space, id, tx.now);
    await recordAddress(tx, space, id);
    if (post.status !== 'published') tx.emit(blogPostPublished, publishedEventData(await readAgain(), blog, await readShown()));
  } else {
    if (post.status === 'draft' && post.unpublish_at === null) return result(null);
    await setDraft(tx, space, id, tx.now);
    if (post.status !== 'draft') tx.emit(blogPostUnpublished, shownPostData(await readAgain(), blog, await readShown()));
  }
  return result(post.collection_id);
}

function assertSchedulable(at: string, now: string, publish: boolean, post: BlogPost): void {
  const time = Date.parse(at);
  const invalidAt = (code: string, message: string) => invalidFields([{ path: publish ? 'publish_at' : 'unpublish_at', code, message }]);
  const timeError = scheduleError(time, Date.parse(now), 'publish or unpublish');
  if (timeError) throw invalidAt(timeError.code, timeError.message);
  if (publish && post.status === 'published') throw invalidAt('conflict', 'has no effect: the post is published already; leave it out');
  if (!publish && post.status === 'draft' && (post.publish_at === null || time <= Date.parse(post.publish_at)))
    throw invalidAt('conflict', 'has no effect: the post is a draft at that time; schedule its publication first');
}
