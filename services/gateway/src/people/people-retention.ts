import { SIGN_IN_RECORD_DAYS } from '@space/contracts/people';
import { type Clock, type Database, isoTime } from '@space/database';
import type { Log } from '@space/runtime';
import { DAY_MS, MINUTE_MS } from '@space/time';
import { retentionTask, type Task } from '@space/worker';
import { deleteEndedInvitations } from './invitations.queries.ts';
import { deleteEndedSessions } from './sessions.queries.ts';
import { deleteExpiredSignIns } from './sign-ins.queries.ts';

const CHUNK = 1_000;
/** Days for which the settings list an invitation that has ended. */
const ENDED_INVITATION_DAYS = 30;

/** Deletes sessions that have ended, and sign-ins and ended invitations of a month ago, every minute. */
export const peopleRetention = (database: Database, clock: Clock, log: Log): Task =>
  retentionTask({
    name: 'people-retention',
    rules: [
      { what: 'sessions', deleteChunk: (limit) => deleteEndedSessions(database, isoTime(clock.now()), limit) },
      {
        what: 'sign-ins',
        deleteChunk: (limit) => deleteExpiredSignIns(database, isoTime(clock.now() - SIGN_IN_RECORD_DAYS * DAY_MS), limit),
      },
      {
        what: 'invitations',
        deleteChunk: (limit) => deleteEndedInvitations(database, isoTime(clock.now() - ENDED_INVITATION_DAYS * DAY_MS), limit),
      },
    ],
    everyMs: MINUTE_MS,
    chunk: CHUNK,
    onError: (error, what) => log.warn({ err: error, what }, 'could not delete sessions and invitations that ended; retrying in a minute'),
  });
