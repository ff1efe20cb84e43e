import { Problem } from '@space/contracts/core';
import { isoTime, sqlState } from '@space/database';
import type { Ports } from '@space/runtime';
import { createPostponed, type PollingTask, pollingTask } from '@space/worker';
import { type ApplyPorts, applyFindings } from '../apply/apply-findings.ts';
import type { Connection } from '../connections/connection.ts';
import { findConnection } from '../connections/connections.queries.ts';
import type { Findings } from '../provider-port/findings.ts';
import type { PaymentAdapters } from '../provider-port/provider.ts';
import { EventFieldError } from '../provider-port/provider.ts';
import {
  findWaitingConnections,
  findWaitingWebhooks,
  lockWaitingWebhooks,
  saveOutcomes,
  type WaitingWebhook,
  type WebhookOutcome,
} from './inbox.queries.ts';
import { bodyPurpose } from './receive.ts';

/** Webhooks of one connection that are stored in one transaction. */
const BATCH_SIZE = 50;
/** Connections whose webhooks are read in one poll, one after the other. */
const CONNECTIONS = 20;
/** The longest pause between two polls, in milliseconds: finds what other processes received. */
const POLL_INTERVAL_MS = 500;
/** The time for which a connection waits whose webhooks cannot be stored now, in milliseconds. */
const POSTPONED_MS = 5_000;

/** A webhook with what it says. */
interface ReadWebhook {
  readonly event_id: string;
  readonly findings: Findings | null;
  readonly outcome: WebhookOutcome;
}

/** The ports of the worker. */
export interface InboxPorts extends ApplyPorts, Pick<Ports, 'clock' | 'box'> {
  readonly adapters: PaymentAdapters;
}

/**
 * Returns the task that reads stored webhooks and stores what they say. A webhook is marked in the transaction of its effect, so each
 * has its effect once, also with several processes and after a kill at any step. A webhook that cannot be read is marked as failed and
 * delays no other; it is read again by the next version of the program. A connection whose webhooks cannot be stored now, for example
 * because contacts are away, waits some seconds and delays no other connection.
 */
export function createInboxWorker(ports: InboxPorts): PollingTask {
  const { database, clock, box, log, adapters } = ports;
  const postponed = createPostponed([POSTPONED_MS]);

  return pollingTask({
    name: 'payment webhooks',
    intervalMs: POLL_INTERVAL_MS,
    async poll() {
      const waiting = await findWaitingConnections(database, CONNECTIONS, postponed.waiting());
      let hasActed = false;
      for (const { space_id, id } of waiting)
        try {
          if (await processConnection(space_id, id)) hasActed = true;
        } catch (error) {
          postponed.postpone(id);
          log.warn({ err: error, integration_id: id }, 'storing webhooks of a payment provider failed; retrying in 5 s');
        }
      return hasActed;
    },
    onError: (error) => log.warn({ err: error }, 'reading the webhooks of payment providers failed; retrying in 1 s'),
  });

  /** Returns true if webhooks of the connection were processed. */
  async function processConnection(space_id: string, id: string): Promise<boolean> {
    const connection = await findConnection(database, space_id, id);
    if (!connection) return false;
    const webhooks = await findWaitingWebhooks(database, space_id, id, BATCH_SIZE);
    if (webhooks.length === 0) return false;
    const read = webhooks.map((webhook) => readWebhook(connection, webhook));
    try {
      return await apply(connection, read);
    } catch (error) {
      if (!isUnstorable(error)) throw error;
      // One of them has something that cannot be stored: each is stored by itself, so that it delays no other.
      for (const one of read) await applyAlone(connection, one);
      return true;
    }
  }

  function readWebhook(connection: Connection, { event_id, type, sealed_body }: WaitingWebhook): ReadWebhook {
    const read = (status: WebhookOutcome['status'], findings: Findings | null): ReadWebhook => ({
      event_id,
      findings,
      outcome: { event_id, status, error_path: null, error_message: null },
    });
    if (sealed_body === null) return failed(event_id, null, 'The body was deleted after 30 days.');
    try {
      const body = JSON.parse(box.open(sealed_body, bodyPurpose(connection.space_id, connection.id, event_id))) as unknown;
      const findings = adapters[connection.provider].read({ id: event_id, type, body }, connection.mode);
      return findings === null ? read('ignored', null) : read('done', { ...findings, event_id });
    } catch (error) {
      const [path, reason] = error instanceof EventFieldError ? [error.path, error.message] : [null, 'The event cannot be read.'];
      log.warn(
        { err: error, integration_id: connection.id, event_id, type, path },
        'a webhook of a payment provider cannot be read; it waits for the next version of this program',
      );
      return failed(event_id, path, reason);
    }
  }

  /** Stores webhooks in one transaction. Returns false if other processes hold all of them. */
  async function apply(connection: Connection, read: readonly ReadWebhook[]): Promise<boolean> {
    const byId = new Map(read.map((webhook) => [webhook.event_id, webhook]));
    let locked: readonly ReadWebhook[] = [];
    await applyFindings(ports, connection, {
      findings: read.flatMap(({ findings }) => findings ?? []),
      observed_at: isoTime(clock.now()),
      async begin(tx) {
        const ids = await lockWaitingWebhooks(tx, connection.space_id, connection.id, [...byId.keys()]);
        locked = ids.map((id) => byId.get(id)!);
        return locked.length === 0 ? false : locked.flatMap(({ findings }) => findings ?? []);
      },
      async end(tx) {
        await saveOutcomes(
          tx,
          connection.space_id,
          connection.id,
          locked.map(({ outcome }) => outcome),
        );
      },
    });
    return locked.length > 0;
  }

  async function applyAlone(connection: Connection, webhook: ReadWebhook): Promise<void> {
    try {
      await apply(connection, [webhook]);
    } catch (error) {
      if (!isUnstorable(error)) throw error;
      log.warn(
        { err: error, integration_id: connection.id, event_id: webhook.event_id },
        'a webhook of a payment provider cannot be stored',
      );
      await apply(connection, [failed(webhook.event_id, null, 'The event has a value that cannot be stored.')]);
    }
  }
}

const failed = (event_id: string, path: string | null, reason: string): ReadWebhook => ({
  event_id,
  findings: null,
  outcome: { event_id, status: 'failed', error_path: path === null ? null : printable(path), error_message: printable(reason) },
});

/** Returns a text that can be stored and read in a log: without control characters, and not long. */
const printable = (text: string): string => text.replace(/\p{C}+/gu, ' ').slice(0, MAX_REASON);

/** Characters of the reason why a webhook failed. */
const MAX_REASON = 300;

/**
 * Returns true for an error about the data of one webhook, which would come again. A violated key or reference is no such error: it
 * follows from a concurrent change, and a retry finds what that left.
 */
const isUnstorable = (error: unknown): boolean =>
  error instanceof Problem
    ? error.code === 'invalid' || error.code === 'too_large'
    : /^(?:21|22)|^23(?:502|514)$/.test(sqlState(error) ?? '');
