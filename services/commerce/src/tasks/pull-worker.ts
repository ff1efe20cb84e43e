import { isoTime } from '@space/database';
import type { Ports } from '@space/runtime';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@space/time';
import { type PollingTask, pollingTask } from '@space/worker';
import { type ApplyPorts, applyFindings } from '../apply/apply-findings.ts';
import { findReadTimes, saveReadUntil } from '../connections/health.queries.ts';
import { type CheckedConnection, withReader } from '../connections/reader.ts';
import type { PullRequest } from '../provider-port/findings.ts';
import type { PaymentAdapters } from '../provider-port/provider.ts';
import { ProviderError } from '../provider-port/provider.ts';
import { type ClaimedPull, claimPulls, finishPull, insertPulls, LATEST, nextPullDue, postponePull } from '../pulls/pulls.queries.ts';
import { READ_OVERLAP_MS } from '../pulls/read-overlap.ts';

/** Reads that one process makes together. */
const CONCURRENT_PULLS = 8;
/** The time for one read, in milliseconds; a long list of money facts has many pages. */
const PULL_TIMEOUT_MS = 2 * MINUTE_MS;
/** The lease of a read in milliseconds: the read, and time to store what it says. */
const LEASE_MS = PULL_TIMEOUT_MS + MINUTE_MS;
/** The time that one read of money facts or events covers at most, in milliseconds. */
const WINDOW_MS = DAY_MS;
/** The longest pause between two polls, in milliseconds. */
const POLL_INTERVAL_MS = SECOND_MS;
/** The pauses after failed reads, in seconds; the last one repeats. */
const RETRY_SECONDS = [1, 5, 30, 120, 600] as const;

/** The ports of the worker. */
export interface PullPorts extends ApplyPorts, Pick<Ports, 'clock' | 'box'> {
  readonly adapters: PaymentAdapters;
  /** Receives the outcome of a read, which says whether a connection works. */
  readonly onRead: (connection: CheckedConnection, error: ProviderError | null) => Promise<void>;
}

/**
 * Returns the task that reads at payment providers what webhooks do not say: items, payers, money facts. A read is a row in Postgres;
 * a process claims it under a lease, reads without a transaction, and deletes the row in the transaction that stores the answer. A
 * read changes nothing at the provider, so one that is repeated after a kill does no harm.
 */
export function createPullWorker(ports: PullPorts): PollingTask {
  const { database, clock, log } = ports;

  const task = pollingTask({
    name: 'payment provider reads',
    intervalMs: POLL_INTERVAL_MS,
    async poll() {
      const now = clock.now();
      const pulls = await claimPulls(database, isoTime(now), isoTime(now + LEASE_MS), CONCURRENT_PULLS);
      await Promise.all(pulls.map(pullOne));
      if (pulls.length > 0) return true;
      const due = await nextPullDue(database);
      return due === null ? false : Math.max(50, due - clock.now());
    },
    onError: (error) => log.warn({ err: error }, 'reading at payment providers failed; retrying in 1 s'),
  });
  return task;

  /** Returns the read of a pull: of a long time only the first window, with the beginning of the next one. */
  async function windowOf(
    { kind, reference, space_id, integration_id }: ClaimedPull,
    now: string,
  ): Promise<{ readonly request: PullRequest; readonly next: string | null }> {
    if (kind !== 'transactions' && kind !== 'events') return { request: { kind, reference }, next: null };
    const since = reference === LATEST ? await latestSince(space_id, integration_id) : reference;
    const until = isoTime(Date.parse(since) + WINDOW_MS);
    return until < now ? { request: { kind, reference: since, until }, next: until } : { request: { kind, reference: since }, next: null };
  }

  /** A provider may show a money fact some time after it happened, so each read begins before the end of the last one. */
  async function latestSince(space_id: string, id: string): Promise<string> {
    const { transactions_until, created_at } = await findReadTimes(database, { space_id, id });
    return isoTime(Date.parse(transactions_until ?? created_at) - READ_OVERLAP_MS);
  }

  async function pullOne(pull: ClaimedPull): Promise<void> {
    const started = isoTime(clock.now());
    const opened = await withReader(ports, pull.space_id, pull.integration_id, AbortSignal.timeout(PULL_TIMEOUT_MS));
    if (!opened) {
      await finishPull(database, pull, started);
      return;
    }
    const { connection, reader } = opened;
    try {
      const { request, next } = await windowOf(pull, started);
      const findings = await reader.pull(request);
      await applyFindings(ports, connection, {
        findings: [findings],
        observed_at: started,
        async end(tx) {
          if (isLatest(pull)) await saveReadUntil(tx, connection, next ?? started);
          await finishPull(tx, pull, tx.now);
          // The rest is read by itself, so that a long time is read in steps that stay done.
          if (next !== null) await insertPulls(tx, connection, [{ ...pull, reference: isLatest(pull) ? LATEST : next, due_at: tx.now }]);
        },
      });
      await ports.onRead(opened, null);
    } catch (error) {
      const retry_s = RETRY_SECONDS[Math.min(pull.attempts, RETRY_SECONDS.length) - 1]!;
      const wait = Math.max(retry_s * SECOND_MS, error instanceof ProviderError ? (error.retry_after_ms ?? 0) : 0);
      const message = error instanceof ProviderError ? error.message : 'The answer could not be stored.';
      await postponePull(database, pull, isoTime(clock.now() + wait), message);
      log.warn(
        { err: error, integration_id: pull.integration_id, kind: pull.kind, attempts: pull.attempts },
        'a read at a payment provider failed; it is repeated later',
      );
      if (error instanceof ProviderError) await ports.onRead(opened, error);
    }
  }
}

const isLatest = ({ kind, reference }: ClaimedPull): boolean => kind === 'transactions' && reference === LATEST;
