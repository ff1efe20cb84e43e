import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { social, socialAccountDisconnected, socialPostFailed, socialPostPublished } from '@space/contracts/publishing';
import { isoTime } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Task } from '@space/runtime';
import { createScheduleTask } from '../schedule/schedule-task.ts';
import { scheduledCall } from '../schedule/scheduled-call.ts';
import { markAccountRefused } from './accounts.queries.ts';
import { attemptPublish, type SocialContext } from './attempt.ts';
import { type ClaimedRecord, claimDueRecords, nextRecordDue, type PublishOutcome, saveOutcome } from './records.queries.ts';
import { accountEventData, socialPostEventData } from './social-event-data.ts';

/** Hands posts to their networks. */
export interface SocialDispatcher extends Task {
  /** Looks now: a post was sent on its way. */
  readonly poll: () => void;
}

/** Attempts at a time in one process. */
const MAX_CONCURRENT_ATTEMPTS = 8;
/** What one attempt may last: pictures, their upload, and the post itself. */
const ATTEMPT_TIMEOUT_MS = 240_000;
/** Longer than an attempt by the time in which its end is written down. */
const LEASE_MS = ATTEMPT_TIMEOUT_MS + 60_000;
/** A stop waits this long for attempts that are being made; others' leases end by themselves. */
const STOP_TIMEOUT_MS = 15_000;

/**
 * The dispatcher of social posts. A record is due at a time that stands in Postgres; whoever takes it does so under a lease,
 * hands the post over without holding a transaction, and writes down how that ended, with the event that tells it, in one.
 * Every take is a lease of its own, so that an attempt which outlived its lease ends nothing that was taken anew, be it by
 * the same process. A process that dies loses its lease, and the next one hands over the same key, which the network takes
 * once: Mastodon
 * by its Idempotency-Key, Bluesky by the key of the record, which is looked for first. Where a network has forgotten the
 * key, the post is not sent a second time: it fails with outcome_unknown, and a person looks.
 */
export function createSocialDispatcher(attempting: SocialContext): SocialDispatcher {
  const { ports, client } = attempting;
  const { database, clock, log } = ports;
  const write = createWriter('publishing', ports);
  const running = new Set<Promise<void>>();

  const make = async (record: ClaimedRecord): Promise<void> => {
    const ending = await attemptPublish(attempting, record, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS));
    await recordOutcome(record, ending);
    if (ending.state !== 'published')
      log.info({ post_id: record.post_id, account_id: record.account_id, error: ending.error }, 'a social post was not taken');
  };

  const recordOutcome = async (record: ClaimedRecord, ending: PublishOutcome): Promise<void> => {
    const call = scheduledCall('social.publish', social.operations.publish, { space_id: record.space_id, actor: record.by }, {});
    await write.write(call, async (tx) => {
      if (!(await saveOutcome(tx, record, ending, tx.now))) return null as never;
      const about = {
        ...socialPostEventData({ id: record.post_id, text: record.text }),
        ...accountEventData({ id: record.account_id, handle: record.handle, platform: record.platform }),
      };
      if (ending.state === 'published') tx.emit(socialPostPublished, { ...about, url: ending.url, published_at: tx.now });
      if (ending.state === 'failed') {
        tx.emit(socialPostFailed, { ...about, error: ending.error, error_message: ending.message, attempts: record.attempts });
        const refused = ending.unauthorized ? await markAccountRefused(tx, record.space_id, record.account_id, tx.now) : null;
        if (refused)
          tx.emit(socialAccountDisconnected, {
            account_id: record.account_id,
            account: refused.handle,
            platform: refused.platform,
            reason: 'refused',
          });
      }
      return null as never;
    });
  };

  const begin = (record: ClaimedRecord): void => {
    const work = make(record)
      .catch((error: unknown) =>
        log.warn({ err: error, post_id: record.post_id }, 'an attempt was not written down; it is made again when its lease ends'),
      )
      .finally(() => {
        running.delete(work);
        schedule.poll();
      });
    running.add(work);
  };

  const schedule = createScheduleTask(ports, [
    {
      name: 'hand social posts over',
      nextDue: () => (running.size < MAX_CONCURRENT_ATTEMPTS ? nextRecordDue(database) : Promise.resolve(null)),
      async act() {
        if (running.size >= MAX_CONCURRENT_ATTEMPTS) return false;
        const now = clock.now();
        const taken = await claimDueRecords(database, {
          now: isoTime(now),
          until: isoTime(now + LEASE_MS),
          lease: randomUUID(),
          limit: MAX_CONCURRENT_ATTEMPTS - running.size,
        });
        taken.forEach(begin);
        return taken.length > 0;
      },
    },
  ]);

  return {
    name: 'social dispatcher',
    poll: schedule.poll,
    start: schedule.start,
    async stop() {
      await schedule.stop();
      await Promise.race([Promise.allSettled(running), delay(STOP_TIMEOUT_MS, undefined, { ref: false })]);
      await client.close();
    },
  };
}
