import { type Caller, invalidFields } from '@space/contracts/core';
import { type BlogPost, blogPostPublished, blogPostPublishScheduled, blogPostUnpublished } from '@space/contracts/publishing';
import { isoTime } from '@space/database';
import type { Transaction } from '@space/event-log';
import { postEventData, publishedEventData } from './post-event-data.ts';
import { findPost, recordAddress, setDraft, setPublished, setSchedule } from './posts.queries.ts';
import { findBlogTitle, lockPost } from './posts.ts';

type Tx = Transaction<typeof blogPostPublished | typeof blogPostUnpublished | typeof blogPostPublishScheduled>;

/** What is to happen to a post, and when: now when `at` is left out, never when it is null. */
interface PublishAction {
  readonly publish: boolean;
  readonly at?: string | null | undefined;
}

/** The blog that is shown otherwise now, and how the post stood before. */
interface PublishResult {
  readonly changed_blog: string | null;
  readonly before: Pick<BlogPost, 'status' | 'publish_at' | 'unpublish_at'>;
}

/** Puts a post live or takes it down, now or later, and answers how it stood before and which blog is shown otherwise now. What it is already is no change and tells nobody. */
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
  const done = (changed_blog: string | null): PublishResult => ({ changed_blog, before: { status, publish_at, unpublish_at } });
  const blog = (await findBlogTitle(tx, space, post.collection_id))!;
  const again = async () => JSON.parse((await findPost(tx, space, origin, id))!.json) as BlogPost;
  if (at !== undefined) {
    if (at !== null) assertSchedulable(at, tx.now, publish, post);
    const planned = at === null ? null : isoTime(Date.parse(at));
    if ((publish ? post.publish_at : post.unpublish_at) === planned) return done(null);
    await setSchedule(tx, space, id, { publish, at: planned, by: JSON.stringify(caller.actor) }, tx.now);
    const after = await again();
    tx.emit(blogPostPublishScheduled, { ...postEventData(after, blog), publish_at: after.publish_at, unpublish_at: after.unpublish_at });
    return done(null);
  }
  if (publish) {
    if (post.status === 'published' && post.publish_at === null) return done(null);
    await setPublished(tx, space, id, tx.now);
    await recordAddress(tx, space, id);
    if (post.status !== 'published') tx.emit(blogPostPublished, publishedEventData(await again(), blog));
  } else {
    if (post.status === 'draft' && post.unpublish_at === null) return done(null);
    await setDraft(tx, space, id, tx.now);
    if (post.status !== 'draft') tx.emit(blogPostUnpublished, postEventData(await again(), blog));
  }
  return done(post.collection_id);
}

/** The latest time that can be planned, in milliseconds since the epoch. */
const MAX_TIMESTAMP = Date.parse('9999-12-30T00:00:00Z');

function assertSchedulable(at: string, now: string, publish: boolean, post: BlogPost): void {
  const time = Date.parse(at);
  const fault = (code: string, message: string) => invalidFields([{ path: 'at', code, message }]);
  if (time <= Date.parse(now)) throw fault('in_the_past', 'must be in the future; leave it out to act now');
  if (time > MAX_TIMESTAMP) throw fault('too_big', 'must be before the year 10000');
  if (publish && post.status === 'published') throw fault('conflict', 'is of no use: the post is published already');
  if (!publish && post.status === 'draft' && (post.publish_at === null || time <= Date.parse(post.publish_at)))
    throw fault('conflict', 'is of no use: the post is a draft then');
}
