import type { Handlers } from '@space/bus';
import { notFound } from '@space/contracts/core';
import type { social } from '@space/contracts/publishing';
import { isoTime, readPage } from '@space/database';
import type { Ports, Task } from '@space/runtime';
import { createScheduleTask } from '../schedule/schedule-task.ts';
import { NetworkError } from '../social-networks/network.ts';
import {
  claimDueMeasurements,
  type DueMeasurement,
  listAnalytics,
  nextMeasurementDue,
  saveAnalytics,
  sumsByPlatform,
} from './analytics.queries.ts';
import { findCredentials, type SocialContext } from './attempt.ts';
import { firstWords } from './social-event-data.ts';
import { findSocialPost } from './social-posts.queries.ts';

/** Answers how published posts were taken, as the networks last said. */
export const analyticsHandler = ({ database }: Ports): Pick<Handlers<typeof social>, 'analytics'> => ({
  analytics: async ({ input: { post_id, platform, ...list }, caller }) => {
    const space = caller.space_id;
    if (post_id !== undefined && !(await findSocialPost(database, space, post_id))) throw notFound('social post', post_id);
    const which = { post_id, platform };
    const page = JSON.parse(await readPage(database, listAnalytics(space, which, list)));
    const by_platform = [...(await sumsByPlatform(database, space, which))];
    const totals = { posts: 0, likes: 0, reposts: 0, replies: 0 };
    for (const sums of by_platform) for (const name of Object.keys(totals) as (keyof typeof totals)[]) totals[name] += sums[name];
    return { totals, by_platform, ...page, data: page.data.map((one: { text: string }) => ({ ...one, text: firstWords(one.text) })) };
  },
});

const MINUTE = 60_000;
/** How often a post is measured, by its age: what is new changes fast, and after a month nobody asks any more. */
const rhythm: readonly (readonly [age: number, every: number])[] = [
  [60 * MINUTE, 10 * MINUTE],
  [24 * 60 * MINUTE, 60 * MINUTE],
  [7 * 24 * 60 * MINUTE, 6 * 60 * MINUTE],
  [30 * 24 * 60 * MINUTE, 24 * 60 * MINUTE],
];
const RETRY_DELAY_MS = 30 * MINUTE;
const BATCH_SIZE = 16;

/** Asks the networks how posts were taken, and keeps what they say. */
export function createAnalyticsTask({ ports, networks }: SocialContext): Task {
  const { database, clock, log } = ports;

  const measure = async (post: DueMeasurement): Promise<void> => {
    const now = clock.now();
    const every = rhythm.find(([age]) => now - post.published_at < age)?.[1];
    const next = every === undefined ? null : isoTime(now + every);
    const account = await findCredentials(ports, post.space_id, post.account_id);
    if (!account) return void (await saveAnalytics(database, post, null, isoTime(now), null));
    try {
      const figures = await networks[post.platform].measure(account, post.remote_id);
      await saveAnalytics(database, post, figures, isoTime(now), figures === null ? null : next);
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      await saveAnalytics(database, post, null, isoTime(now), error.kind === 'unauthorized' ? null : next);
    }
  };

  const { poll: _look, ...task } = createScheduleTask(ports, [
    {
      name: 'measure social posts',
      nextDue: () => nextMeasurementDue(database),
      async act() {
        const now = clock.now();
        const due = await claimDueMeasurements(database, isoTime(now), isoTime(now + RETRY_DELAY_MS), BATCH_SIZE);
        await Promise.all(
          due.map((post) =>
            measure(post).catch((error: unknown) => log.warn({ err: error, post_id: post.post_id }, 'a social post was not measured')),
          ),
        );
        return due.length === BATCH_SIZE;
      },
    },
  ]);
  return { ...task, name: 'measuring social posts' };
}
