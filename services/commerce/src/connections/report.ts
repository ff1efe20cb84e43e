import { type Bus, request } from '@space/bus';
import { SERVICE_ACTOR } from '@space/contracts/core';
import { integrationDirectory } from '@space/contracts/integrations';
import { type Clock, type Database, isoTime } from '@space/database';
import type { Log } from '@space/runtime';
import type { ProviderErrorCode } from '../provider-port/provider.ts';
import type { Connection } from './connection.ts';
import { endReports, findReport, saveCheck } from './health.queries.ts';

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

/** Reports a connection to the list of integrations, with a check or without, and stores the state that follows. */
export type Reporter = (place: Pick<Connection, 'space_id' | 'id'>, check: Check | null) => Promise<void>;

/** Returns the reporter. It throws nothing: a report that fails is made again with the next check. */
export const createReporter = ({ bus, database, clock, log }: ReportPorts): Reporter =>
  async function report(place, check) {
    const now = clock.now();
    try {
      const row = await findReport(database, place, isoTime(now));
      if (!row) return;
      const { last_received_at, last_refused_at, waiting, oldest_seconds, status, created_at, ...named } = row;
      const answer = await request(
        bus,
        { caller: { space_id: place.space_id, key_id: '', actor: SERVICE_ACTOR }, request_id: `report-${place.id}`, trace: {} },
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
          check: check && { checked_at: isoTime(now), duration_ms: Math.max(0, now - check.started), error: check.error },
        },
      );
      if (status === 'disconnected') await endReports(database, place);
      else if (check)
        await saveCheck(database, place, {
          status: answer.status === 'pending' ? 'connected' : answer.status,
          error: check.error,
          at: isoTime(now),
        });
    } catch (error) {
      log.warn(
        { err: error, integration_id: place.id },
        'reporting a payment integration failed; it is reported again with the next check',
      );
    }
  };
