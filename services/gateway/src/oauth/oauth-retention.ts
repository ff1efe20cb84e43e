import { CLIENT_RETENTION, ENDED_GRANT_DAYS } from '@space/contracts/platform';
import { type Clock, type Database, isoTime } from '@space/database';
import type { Log } from '@space/runtime';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@space/time';
import { type RetentionRule, retentionTask, type Task } from '@space/worker';
import { deleteExpiredAuthorizations } from './authorizations.queries.ts';
import { deleteIdleClients } from './clients.queries.ts';
import { deleteEndedGrants, deleteExpiredTokens } from './grants.queries.ts';

const CHUNK = 1_000;

/** Returns the rules by which the parts of OAuth expire. A used code stays for an hour, so that its second use ends the grant. */
export function oauthRetentionRules(database: Database, clock: Clock): readonly RetentionRule[] {
  const ago = (milliseconds: number): string => isoTime(clock.now() - milliseconds);
  return [
    { what: 'authorizations', deleteChunk: (limit) => deleteExpiredAuthorizations(database, ago(HOUR_MS), limit) },
    { what: 'tokens', deleteChunk: (limit) => deleteExpiredTokens(database, ago(HOUR_MS), limit) },
    { what: 'grants', deleteChunk: (limit) => deleteEndedGrants(database, ago(ENDED_GRANT_DAYS * DAY_MS), limit) },
    {
      what: 'clients',
      deleteChunk: (limit) =>
        deleteIdleClients(
          database,
          { unused: ago(CLIENT_RETENTION.unused_hours * HOUR_MS), used: ago(CLIENT_RETENTION.idle_days * DAY_MS) },
          limit,
        ),
    },
  ];
}

/** Deletes what OAuth no longer needs, every minute. */
export const oauthRetention = (database: Database, clock: Clock, log: Log): Task =>
  retentionTask({
    name: 'oauth-retention',
    rules: oauthRetentionRules(database, clock),
    everyMs: MINUTE_MS,
    chunk: CHUNK,
    onError: (error, what) => log.warn({ err: error, what }, 'could not delete expired parts of OAuth; retrying in a minute'),
  });
