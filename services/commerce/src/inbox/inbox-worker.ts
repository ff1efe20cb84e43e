import { isoTime, sqlState } from '@space/database';
import type { Ports } from '@space/runtime';
import { type PollingTask, pollingTask } from '@space/worker';
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
 * delays no other; it is read again by the next version of the program.
 */
export function createInboxWorker(ports: InboxPorts): PollingTask {
  const { database, clock, box, log, adapters } = ports;

  return pollingTask({
    name: 'payment webhooks',
    intervalMs: POLL_INTERVAL_MS,
    async poll() {
      const waiting = await findWaitingConnections(database, CONNECTIONS, []);
      let hasActed = false;
      for (const place of waiting) if (await processConnection(place.space_id, place.id)) hasActed = true;
      return hasActed;
    },
    onError: (error) => log.warn({ err: error }, 'reading the webhooks of payment providers failed; retrying in 1 s'),
  });

  async function processConnection(space_id: string, id: string): Promise<boolean> {
    const connection = await findConnection(database, space_id, id);
    if (!connection) return false;
    const webhooks = await findWaitingWebhooks(database, space_id, id, BATCH_SIZE);
    if (webhooks.length === 0) return false;
    const read = webhooks.map((webhook) => readWebhook(connection, webhook));
    try {
      await apply(connection, read);
    } catch (error) {
      if (!isRefusedByDatabase(error)) throw error;
      // One of them has something that cannot be stored: each is stored by itself, so that it delays no other.
      for (const one of read) await applyAlone(connection, one);
    }
    return true;
  }

  function readWebhook(connection: Connection, { event_id, type, sealed_body }: WaitingWebhook): ReadWebhook {
    const done = (
      status: WebhookOutcome['status'],
      findings: Findings | null,
      path: string | null = null,
      message: string | null = null,
    ) => ({
      event_id,
      findings,
      outcome: { event_id, status, error_path: path, error_message: message },
    });
    if (sealed_body === null) return done('failed', null, null, 'The body was deleted after 30 days.');
    try {
      const body = JSON.parse(box.open(sealed_body, bodyPurpose(connection.space_id, connection.id, event_id))) as unknown;
      const findings = adapters[connection.provider].read({ id: event_id, type, body }, connection.mode);
      return findings === null ? done('ignored', null) : done('done', findings);
    } catch (error) {
      if (!(error instanceof EventFieldError)) throw error;
      log.error(
        { integration_id: connection.id, event_id, type, path: error.path, reason: error.message },
        'a webhook of a payment provider cannot be read; it waits for the next version of this program',
      );
      return done('failed', null, error.path, error.message);
    }
  }

  function apply(connection: Connection, read: readonly ReadWebhook[]): Promise<void> {
    const byId = new Map(read.map((webhook) => [webhook.event_id, webhook]));
    let locked: readonly ReadWebhook[] = [];
    return applyFindings(ports, connection, {
      findings: read.flatMap(({ findings }) => findings ?? []),
      observed_at: isoTime(clock.now()),
      async begin(tx) {
        const ids = await lockWaitingWebhooks(tx, connection.space_id, connection.id, [...byId.keys()]);
        locked = ids.map((id) => byId.get(id)!);
        return locked.length === 0 ? false : locked.flatMap(({ findings }) => findings ?? []);
      },
      async end(tx, rejected) {
        const reasons = new Map(rejected.map(({ source_id, reason }) => [source_id, reason]));
        const outcomes = locked.map(({ findings, outcome }) => {
          const refused = findings?.facts?.find(({ kind, source_id }) => kind === 'refund' && reasons.has(source_id));
          return refused
            ? { ...outcome, status: 'failed' as const, error_path: 'amount', error_message: reasons.get(refused.source_id)! }
            : outcome;
        });
        await saveOutcomes(tx, connection.space_id, connection.id, outcomes);
      },
    });
  }

  async function applyAlone(connection: Connection, webhook: ReadWebhook): Promise<void> {
    try {
      await apply(connection, [webhook]);
    } catch (error) {
      if (!isRefusedByDatabase(error)) throw error;
      log.error(
        { err: error, integration_id: connection.id, event_id: webhook.event_id },
        'a webhook of a payment provider cannot be stored',
      );
      const outcome = { ...webhook.outcome, status: 'failed' as const, error_message: 'The event has a value that cannot be stored.' };
      await apply(connection, [{ ...webhook, findings: null, outcome }]);
    }
  }
}

/** Returns true for an error of Postgres about the data of a statement, which would come again. */
const isRefusedByDatabase = (error: unknown): boolean => /^2[23]/.test(sqlState(error) ?? '');
