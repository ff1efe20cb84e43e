import { isoTime } from '@space/database';
import type { Task } from '@space/runtime';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@space/time';
import { createTurns } from '@space/worker';
import { createJobTask } from '../schedule/job-task.ts';
import { findCredentials } from '../social-accounts/credentials.ts';
import { NetworkError } from '../social-networks/network.ts';
import type { SocialContext } from '../social-networks/social-context.ts';
import { claimDueMeasurements, type DueMeasurement, listDueMeasurements, nextMeasurementDue, saveAnalytics } from './analytics.queries.ts';

/** The interval between two measurements by the age of a post; a post of more than 30 days is not measured any more. */
const intervals: readonly (readonly [age: number, interval: number])[] = [
  [HOUR_MS, 10 * MINUTE_MS],
  [DAY_MS, HOUR_MS],
  [7 * DAY_MS, 6 * HOUR_MS],
  [30 * DAY_MS, DAY_MS],
];
/** The time after which a claimed post is measured again when its process dies, in milliseconds. */
const LEASE_MS = 30 * MINUTE_MS;
/** Posts that are measured concurrently. */
const BATCH_SIZE = 16;
/** Of these, the most of one Space. */
const TURN = 4;

/** Returns the task that reads the counts of published posts from their networks and stores them. */
export function createAnalyticsWorker({ ports, networks }: SocialContext): Task {
  const { database, clock, log } = ports;

  async function measure(post: DueMeasurement): Promise<void> {
    const now = clock.now();
    const interval = intervals.find(([age]) => now - post.published_at < age)?.[1];
    const next = interval === undefined ? null : isoTime(now + interval);
    const account = await findCredentials(ports, post.space_id, post.account_id);
    if (!account) return void (await saveAnalytics(database, post, null, isoTime(now), null));
    try {
      const counts = await networks[post.platform].measure(account, post.remote_id);
      await saveAnalytics(database, post, counts, isoTime(now), counts === null ? null : next);
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      await saveAnalytics(database, post, null, isoTime(now), error.kind === 'unauthorized' ? null : next);
    }
  }

  const turns = createTurns({
    list: (limit, except) => listDueMeasurements(database, isoTime(clock.now()), limit, except),
    batch: BATCH_SIZE,
    turn: TURN,
  });

  return createJobTask(ports, {
    name: 'measure social posts',
    nextDue: () => nextMeasurementDue(database),
    async act() {
      const now = clock.now();
      const listed = (await turns.next()).slice(0, BATCH_SIZE);
      const due = await claimDueMeasurements(database, isoTime(now), isoTime(now + LEASE_MS), listed);
      await Promise.all(
        due.map((post) =>
          measure(post).catch((error: unknown) =>
            log.warn({ err: error, id: post.post_id }, 'measuring a social post failed; retrying when its lease expires'),
          ),
        ),
      );
      return due.length > 0;
    },
  });
}
