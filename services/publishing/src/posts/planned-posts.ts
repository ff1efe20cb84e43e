import { Actor, blogPosts } from '@space/contracts';
import { isoTime, sql } from '@space/database';
import { writer } from '@space/event-log';
import { publicOrigin } from '@space/pages';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { blogTag, tellChanged } from '../public-changes.ts';
import type { Planned } from '../schedule/schedule-task.ts';
import { scheduledCall } from '../schedule/scheduled-call.ts';
import { publishPost } from './publish-post.ts';

const Due = z.object({ space_id: z.string(), id: z.string(), collection_id: z.string(), by: Actor });

/** Looked at at a time; those that others are busy with are passed over. */
const BATCH = 20;

const columns = {
  publish: { at: sql.identifier(['publish_at']), by: sql.identifier(['publish_by']) },
  unpublish: { at: sql.identifier(['unpublish_at']), by: sql.identifier(['unpublish_by']) },
} as const;

/** Posts that go live, and posts that are taken down, when their time has come. */
export function plannedPosts(ports: Ports): Planned[] {
  const { database, clock, bus, config } = ports;
  const write = writer('publishing', ports);
  const origin = publicOrigin(config);

  return (['publish', 'unpublish'] as const).map((what) => {
    const { at, by } = columns[what];
    const isTaken = async (tx: CommonQueryMethods, { space_id, id }: z.output<typeof Due>): Promise<boolean> =>
      !(await tx.maybeOne(sql.type(z.object({ id: z.string() }))`
        select id from publishing.post
        where space_id = ${space_id} and id = ${id} and ${at} <= ${isoTime(clock.now())}::timestamptz for update skip locked`));

    return {
      name: `${what} posts`,
      nextDue: () =>
        database.maybeOneFirst(sql.type(z.object({ at: z.number() }))`
          select ${at} as at from publishing.post where ${at} is not null order by ${at} limit 1`),
      async act() {
        const due = await database.any(sql.type(Due)`
          select space_id, id, collection_id, ${by} as by from publishing.post
          where ${at} <= ${isoTime(clock.now())}::timestamptz order by ${at} limit ${BATCH}`);
        let done = 0;
        for (const post of due) {
          const input = { id: post.id, publish: what === 'publish' };
          const call = scheduledCall(
            'blog_posts.publish',
            blogPosts.operations.publish,
            { space_id: post.space_id, actor: post.by },
            input,
          );
          let isDone = false;
          await write.write(call, async (tx) => {
            isDone = !(await isTaken(tx, post));
            if (isDone) await publishPost(tx, origin, call.caller, post.id, { publish: input.publish });
            return null as never;
          });
          if (!isDone) continue;
          done += 1;
          tellChanged(bus, blogTag(post.collection_id));
        }
        return done > 0;
      },
    };
  });
}
