import { Actor } from '@space/contracts/core';
import { blogPosts } from '@space/contracts/publishing';
import { isoTime, sql } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { publicOrigin } from '@space/web';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { blogTag, invalidateTags } from '../cache/cache-invalidation.ts';
import { isDue, type ScheduleColumn } from '../schedule/due-sql.ts';
import { createDueProcessor } from '../schedule/process-due.ts';
import type { ScheduledJob } from '../schedule/schedule-task.ts';
import { scheduledCall } from '../schedule/scheduled-call.ts';
import { publishPost } from './publish-post.ts';

const Due = z.object({ space_id: z.string(), id: z.string(), collection_id: z.string(), by: Actor });
type Due = z.output<typeof Due>;

const plans = [
  { plan: 'publish_at', by: 'publish_by', publish: true },
  { plan: 'unpublish_at', by: 'unpublish_by', publish: false },
] as const;

/** Posts that go live, and posts that are taken down, when their time has come: up before down when both were missed. */
export function createPostJobs(ports: Ports): ScheduledJob[] {
  const { database, clock, bus, config } = ports;
  const write = createWriter('publishing', ports);
  const origin = publicOrigin(config);
  const each = createDueProcessor(ports);

  const isStillDue = (tx: CommonQueryMethods, plan: ScheduleColumn, { space_id, id }: Due) =>
    tx.exists(sql.type(z.object({}))`
      select from publishing.post as p
      where p.space_id = ${space_id} and p.id = ${id} and ${isDue(plan, isoTime(clock.now()))} for update skip locked`);

  return plans.map(({ plan, by, publish }) => ({
    name: publish ? 'publish posts' : 'take posts down',
    nextDue: () =>
      database.maybeOneFirst(sql.type(z.object({ at: z.number() }))`
        select ${sql.identifier([plan])} as at from publishing.post where ${sql.identifier([plan])} is not null
        order by ${sql.identifier([plan])} limit 1`),
    act: () =>
      each(
        (now, limit) =>
          database.any(sql.type(Due)`
            select p.space_id, p.id, p.collection_id, p.${sql.identifier([by])} as by from publishing.post as p
            where ${isDue(plan, now)} order by p.${sql.identifier([plan])}, p.id limit ${limit}`),
        async (post) => {
          const caller = { space_id: post.space_id, actor: post.by };
          const call = scheduledCall('blog_posts.publish', blogPosts.operations.publish, caller, { id: post.id, publish });
          let isDone = false;
          await write.write(call, async (tx) => {
            isDone = await isStillDue(tx, plan, post);
            if (isDone) await publishPost(tx, origin, call.caller, post.id, { publish });
            return null as never;
          });
          if (isDone) invalidateTags(bus, blogTag(post.collection_id));
          return isDone;
        },
      ),
  }));
}
