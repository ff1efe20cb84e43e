import { scheduledCall } from '@space/bus';
import { SERVICE_ACTOR } from '@space/contracts/core';
import { refusingErrors } from '@space/contracts/integrations';
import { social, socialAccountConnected, socialAccountDisconnected, socialSettings } from '@space/contracts/publishing';
import { isoTime } from '@space/database';
import { createWriter } from '@space/event-log';
import { MINUTE_MS } from '@space/time';
import type { PollingTask } from '@space/worker';
import { createJobTask } from '../schedule/job-task.ts';
import { NetworkError } from '../social-networks/network.ts';
import type { SocialContext } from '../social-networks/social-context.ts';
import { type CheckedAccount, claimDueChecks, type DueCheck, nextCheckDue, saveCheck } from './account-checks.queries.ts';
import { accountEventData } from './account-event-data.ts';
import { accountReport, type CheckOutcome, checkError } from './account-report.ts';
import { enqueueReport } from './account-reports.queries.ts';
import { findCredentials } from './credentials.ts';

/** The time between two checks of an account in milliseconds, and after one that a repetition may mend. */
const CHECK_INTERVAL_MS = 15 * MINUTE_MS;
const RETRY_INTERVAL_MS = 5 * MINUTE_MS;
/** The share of an interval by which a check may be later, so that the checks of many accounts spread out. */
const JITTER = 0.1;
/** The lease of a check in milliseconds: more than the time-outs of its requests together. */
const LEASE_MS = 2 * MINUTE_MS;
/** Accounts that are checked concurrently. */
const BATCH_SIZE = 8;

/** Returns the time after an interval, or somewhat later. */
const laterBy = (now: number, interval: number): string => isoTime(now + Math.round(interval * (1 + JITTER * Math.random())));

/** Returns the time of the first check after the account was connected: connecting asked the network already. */
export const firstCheckAt = (now: number): string => laterBy(now, CHECK_INTERVAL_MS);

/**
 * Returns the task that checks accounts: it asks each network every 15 minutes if the credential of the account still works,
 * by a read that changes nothing. Of several processes one makes a check: it claims the account under a lease.
 *
 * The outcome, the status of the account and the report for the list of integrations commit together. `notify` wakes the task that
 * delivers reports.
 */
export function createAccountChecks({ ports, networks }: SocialContext, notify: () => void): PollingTask {
  const { database, clock, log } = ports;
  const writer = createWriter('publishing', ports);

  async function check(account: DueCheck): Promise<void> {
    const credentials = await findCredentials(ports, account.space_id, account.id);
    if (!credentials) return;
    const started = clock.now();
    const timer = performance.now();
    const error = await networks[account.platform].check(credentials).then(
      () => null,
      (failure: unknown) => {
        if (failure instanceof NetworkError) return failure;
        throw failure;
      },
    );
    const outcome: CheckOutcome = {
      checked_at: isoTime(started),
      duration_ms: Math.round(performance.now() - timer),
      error: error && checkError(error, new URL(credentials.server).host),
    };
    await save(account, outcome, error?.isTransient ? Math.max(RETRY_INTERVAL_MS, error.retryAfterMs) : CHECK_INTERVAL_MS);
  }

  async function save(account: DueCheck, outcome: CheckOutcome, interval: number): Promise<void> {
    const status = statusAfter(outcome);
    const caller = { space_id: account.space_id, actor: SERVICE_ACTOR };
    const isRefused = status === 'refused';
    const store = async (tx: Parameters<typeof saveCheck>[0], now: string): Promise<(CheckedAccount & { was: string }) | null> => {
      const saved = await saveCheck(tx, account, { status, next_check_at: laterBy(clock.now(), interval) }, now);
      if (saved) await enqueueReport(tx, account.space_id, accountReport(saved, outcome), now);
      return saved;
    };
    if (isRefused)
      await writer.write(scheduledCall('social.publish', social.operations.publish, caller, {} as never), async (tx) => {
        const saved = await store(tx, tx.now);
        if (saved?.was === 'connected') tx.emit(socialAccountDisconnected, { ...accountEventData(saved), reason: 'refused' });
        return null as never;
      });
    else
      await writer.write(
        scheduledCall('social_settings.connect_account', socialSettings.operations.connect_account, caller, {} as never),
        async (tx) => {
          const saved = await store(tx, tx.now);
          if (saved?.was === 'refused' && saved.status === 'connected') tx.emit(socialAccountConnected, accountEventData(saved));
          return null as never;
        },
      );
    notify();
  }

  return createJobTask(ports, {
    name: 'check social accounts',
    nextDue: () => nextCheckDue(database),
    async act() {
      const now = clock.now();
      const due = await claimDueChecks(database, isoTime(now), isoTime(now + LEASE_MS), BATCH_SIZE);
      await Promise.all(
        due.map((account) =>
          check(account).catch((error: unknown) =>
            log.warn({ err: error, account_id: account.id }, 'checking a social account failed; retrying when its lease expires'),
          ),
        ),
      );
      return due.length > 0;
    },
  });
}

/** Returns the status of an account after a check; undefined if the check does not say. */
function statusAfter({ error }: CheckOutcome): 'connected' | 'refused' | undefined {
  if (!error) return 'connected';
  return refusingErrors.has(error.code) ? 'refused' : undefined;
}
