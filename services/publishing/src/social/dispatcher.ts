import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { scheduledCall } from '@space/bus';
import {
  MAX_CONCURRENT_SOCIAL_POSTS,
  social,
  socialAccountDisconnected,
  socialPostFailed,
  socialPostPublished,
} from '@space/contracts/publishing';
import { isoTime } from '@space/database';
import { createWriter } from '@space/event-log';
import { MINUTE_MS, SECOND_MS } from '@space/time';
import { publicOrigin } from '@space/web';
import type { PollingTask } from '@space/worker';
import type { CommonQueryMethods } from 'slonik';
import { findShownAssets } from '../assets/shown-assets.queries.ts';
import { createJobTask } from '../schedule/job-task.ts';
import { findCheckedAccount } from '../social-accounts/account-checks.queries.ts';
import { accountEventData } from '../social-accounts/account-event-data.ts';
import { accountReport, checkError } from '../social-accounts/account-report.ts';
import { enqueueReport } from '../social-accounts/account-reports.queries.ts';
import { markAccountRefused } from '../social-accounts/accounts.queries.ts';
import { NetworkError } from '../social-networks/network.ts';
import type { SocialContext } from '../social-networks/social-context.ts';
import { attemptPublish } from './attempt.ts';
import { type ClaimedRecord, claimDueRecords, nextRecordDue, type PublishOutcome, saveOutcome } from './records.queries.ts';
import { socialPostEventData } from './social-event-data.ts';

/** The time for one attempt in milliseconds: it downloads and uploads pictures and publishes the post. */
const ATTEMPT_TIMEOUT_MS = 4 * MINUTE_MS;
/** The lease of a record in milliseconds: one attempt, and a minute to store its outcome. */
const LEASE_MS = ATTEMPT_TIMEOUT_MS + MINUTE_MS;
/** The time that `stop` waits for attempts in progress, in milliseconds; their leases expire otherwise. */
const STOP_TIMEOUT_MS = 15 * SECOND_MS;

/**
 * Returns the task that publishes the records of social posts on their networks.
 *
 * The time at which a record is due stands in Postgres. A process claims due records under a lease, makes the attempt
 * without a transaction, and commits the outcome together with its event. Each claim is a lease of its own: an attempt that
 * outlived its lease stores nothing, even if the same process has claimed the record again. When a process dies, its lease
 * expires and the next attempt sends the same key. The network publishes a key once: Mastodon by its Idempotency-Key,
 * Bluesky by the key of the record, which is looked up first. When the network may have forgotten the key, the post is not
 * sent again; it fails with outcome_unknown, and a person has to look. `notify` wakes the task that delivers reports about accounts.
 */
export function createSocialDispatcher(context: SocialContext, notify: () => void): PollingTask {
  const { ports, client } = context;
  const { database, clock, log } = ports;
  const write = createWriter('publishing', ports);
  const origin = publicOrigin(ports.config);
  const running = new Map<Promise<void>, string>();

  async function processRecord(record: ClaimedRecord): Promise<void> {
    const outcome = await attemptPublish(context, record, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS));
    await recordOutcome(record, outcome);
    if (outcome.status !== 'published')
      log.info(
        { post_id: record.post_id, account_id: record.account_id, error: outcome.error },
        outcome.status === 'publishing' ? 'publishing a social post failed; retrying' : 'publishing a social post failed; not retried',
      );
  }

  async function recordOutcome(record: ClaimedRecord, outcome: PublishOutcome): Promise<void> {
    const call = scheduledCall('social.publish', social.operations.publish, { space_id: record.space_id, actor: record.by }, {});
    await write.write(call, async (tx) => {
      if (!(await saveOutcome(tx, record, outcome, tx.now))) return null as never;
      const data = {
        ...socialPostEventData({ id: record.post_id, text: record.text }),
        ...accountEventData({ id: record.account_id, handle: record.handle, platform: record.platform }),
      };
      if (outcome.status === 'published') {
        const { asset_ids } = await findShownAssets(tx, record.space_id, 'social_post', record.post_id, origin);
        tx.emit(socialPostPublished, { ...data, asset_ids, url: outcome.url, published_at: tx.now });
      }
      if (outcome.status === 'failed') {
        tx.emit(socialPostFailed, { ...data, error: outcome.error, error_message: outcome.message, attempts: record.attempts });
        const refused = outcome.unauthorized ? await markAccountRefused(tx, record.space_id, record.account_id, tx.now) : null;
        if (refused) {
          tx.emit(socialAccountDisconnected, {
            account_id: record.account_id,
            account: refused.handle,
            platform: refused.platform,
            reason: 'refused',
          });
          await reportRefusal(tx, record);
        }
      }
      return null as never;
    });
    notify();
  }

  async function reportRefusal(tx: CommonQueryMethods & { readonly now: string }, { space_id, account_id }: ClaimedRecord): Promise<void> {
    const account = await findCheckedAccount(tx, space_id, account_id);
    if (!account) return;
    const error = checkError(new NetworkError('unauthorized', ''), new URL(account.server).host);
    await enqueueReport(tx, space_id, accountReport(account, { checked_at: tx.now, duration_ms: 0, error }), tx.now);
  }

  function start(record: ClaimedRecord): void {
    const attempt = processRecord(record)
      .catch((error: unknown) =>
        log.warn(
          { err: error, post_id: record.post_id, account_id: record.account_id },
          'storing the outcome of a social post failed; retrying when its lease expires',
        ),
      )
      .finally(() => {
        running.delete(attempt);
        task.notify();
      });
    running.set(attempt, record.space_id);
  }

  const task = createJobTask(ports, {
    name: 'publish social posts',
    nextDue: () => (running.size < MAX_CONCURRENT_SOCIAL_POSTS.process ? nextRecordDue(database) : Promise.resolve(null)),
    async act() {
      if (running.size >= MAX_CONCURRENT_SOCIAL_POSTS.process) return false;
      const now = clock.now();
      const claimed = await claimDueRecords(database, {
        now: isoTime(now),
        until: isoTime(now + LEASE_MS),
        lease: randomUUID(),
        limit: MAX_CONCURRENT_SOCIAL_POSTS.process - running.size,
        limit_per_space: MAX_CONCURRENT_SOCIAL_POSTS.space,
        running: countBySpace(running.values()),
      });
      claimed.forEach(start);
      return claimed.length > 0;
    },
  });

  return {
    ...task,
    async stop() {
      await task.stop();
      await Promise.race([Promise.allSettled(running.keys()), delay(STOP_TIMEOUT_MS, undefined, { ref: false })]);
      await client.close();
    },
  };
}

function countBySpace(spaces: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const space of spaces) counts.set(space, (counts.get(space) ?? 0) + 1);
  return counts;
}
