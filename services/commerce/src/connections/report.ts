import { type Bus, request } from '@space/bus';
import { SERVICE_ACTOR } from '@space/contracts/core';
import { integrationDirectory } from '@space/contracts/integrations';
import { type Clock, type Database, isoTime } from '@space/database';
import type { Log } from '@space/runtime';
import { SECOND_MS } from '@space/time';
import type { ProviderErrorCode } from '../provider-port/provider.ts';
import type { Connection } from './connection.ts';
import {
  claimDueReports,
  claimNewReport,
  claimReport,
  type DueReport,
  endReport,
  postponeReport,
  readReported,
} from './reports.queries.ts';

/** Reports that one process sends together. */
const BATCH = 10;
/** The pauses after reports that failed, in seconds; the last one repeats. */
const RETRY_SECONDS = [1, 5, 15, 60] as const;

/** The ports of reports. */
export interface ReportPorts {
  readonly bus: Pick<Bus, 'request'>;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** A check of a connection. */
export interface Check {
  readonly started: number;
  readonly error: { readonly code: ProviderErrorCode | 'bad_signature'; readonly message: string } | null;
}

type Place = Pick<Connection, 'space_id' | 'id'>;

/** Reports connections to the list of integrations. A report that fails is sent again, until the list has it. */
export interface Reporter {
  /** Stores a check and reports it. Throws nothing. */
  report(place: Place, check: Check): Promise<void>;
  /** Sends the report that a transaction stored with its change, if there is one. Throws nothing: the report is due later, too. */
  sendStored(place: Place): Promise<void>;
  /** Sends the reports that are due. */
  sendDue(): Promise<void>;
}

/**
 * Returns the reporter. A report stands in the row of its connection until the list of integrations has it: with the change that it is
 * about, or with the check. So none is lost while that service is away, and an end reaches it in any case. The list derives the status
 * of the connection from the checks, and its answer is stored.
 */
export function createReporter({ bus, database, clock, log }: ReportPorts): Reporter {
  return {
    async report(place, { started, error }) {
      const now = clock.now();
      const check = { checked_at: isoTime(now), duration_ms: Math.max(0, now - started), error };
      await sendClaimed(place, claimNewReport(database, place, check, isoTime(now)));
    },

    sendStored: (place) => sendClaimed(place, claimReport(database, place, isoTime(clock.now()))),

    async sendDue() {
      let sent: number;
      do {
        const due = await claimDueReports(database, isoTime(clock.now()), BATCH);
        await Promise.all(due.map(send));
        sent = due.length;
      } while (sent === BATCH);
    },
  };

  async function sendClaimed({ id }: Place, claim: Promise<DueReport | null>): Promise<void> {
    try {
      const due = await claim;
      if (due) await send(due);
    } catch (error) {
      log.warn({ err: error, integration_id: id }, 'the report of a payment integration cannot be read or stored; the next one follows');
    }
  }

  async function send(due: DueReport): Promise<void> {
    try {
      await endReport(database, due, await deliver(due));
    } catch (error) {
      const retry_s = RETRY_SECONDS[Math.min(due.attempts, RETRY_SECONDS.length - 1)]!;
      log.warn({ err: error, integration_id: due.id, retry_s }, 'reporting a payment integration failed; it is reported again');
      await postponeReport(database, due, isoTime(clock.now() + retry_s * SECOND_MS));
    }
  }

  /** Sends a report, and returns the status that the connection has by the list of integrations. */
  async function deliver({ space_id, id, check }: DueReport): Promise<Connection['status']> {
    const row = await readReported(database, { space_id, id }, isoTime(clock.now()));
    const { last_received_at, last_refused_at, waiting, oldest_seconds, status, created_at, ...named } = row;
    const answer = await request(
      bus,
      { caller: { space_id, key_id: '', actor: SERVICE_ACTOR }, request_id: `report-${id}`, trace: {} },
      integrationDirectory,
      'report',
      {
        integration: {
          ...named,
          kind: 'payments',
          status: status === 'disconnected' ? 'disconnected' : 'connected',
          capabilities: ['orders', 'ledger'],
          connected_at: created_at,
          last_used_at: last_received_at,
          inbound: { last_received_at, last_refused_at, waiting, oldest_seconds },
        },
        check,
      },
    );
    return answer.status === 'pending' ? 'connected' : answer.status;
  }
}
