import { scheduledCall } from '@space/bus';
import { blogPosts } from '@space/contracts/publishing';
import { isoTime } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { publicOrigin } from '@space/web';
import { blogTag, invalidateTags } from '../cache/cache-invalidation.ts';
import type { ScheduledJob } from '../schedule/job-task.ts';
import { createDueProcessor } from '../schedule/process-due.ts';
import { publishPost } from './publish-post.ts';
import { listDuePosts, lockDuePost, nextPostDue } from './scheduled-posts.queries.ts';

const kinds = [
  { name: 'publish posts', column: 'publish_at', publish: true },
  { name: 'unpublish posts', column: 'unpublish_at', publish: false },
] as const;

/**
 * Returns the jobs that publish and unpublish posts at their scheduled time, in the order of the times when both have passed. They
 * reserve no room in the Space: a post is shown as it was saved, and publishing stores nothing more than its address.
 */
export function createPostJobs(ports: Ports): ScheduledJob[] {
  const { database, clock, bus, config } = ports;
  const write = createWriter('publishing', ports);
  const origin = publicOrigin(config);
  const processorOf = createDueProcessor(ports);

  return kinds.map(({ name, column, publish }) => ({
    name,
    nextDue: () => nextPostDue(database, column),
    act: processorOf(
      name,
      (now, limit, except) => listDuePosts(database, column, now, limit, except),
      async (post) => {
        const caller = { space_id: post.space_id, actor: post.by };
        const call = scheduledCall('blog_posts.publish', blogPosts.operations.publish, caller, { id: post.id, publish });
        let isDone = false;
        await write.write(call, async (tx) => {
          isDone = await lockDuePost(tx, post, column, isoTime(clock.now()));
          if (isDone) await publishPost(tx, origin, call.caller, post.id, { publish });
          return null as never;
        });
        if (isDone) invalidateTags(bus, blogTag(post.collection_id));
        return isDone;
      },
    ),
  }));
}
