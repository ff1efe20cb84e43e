import { EXPIRED_SUBMISSION_DAYS } from '@space/contracts/scheduling';
import { isoTime, sql } from '@space/database';
import type { Ports, Task } from '@space/runtime';
import { runPeriodically } from '@space/worker';

const LOOK_MS = 60_000;
const DAY_MS = 24 * 3_600_000;

/** Rows of one statement at most, so that none holds locks for long. */
const AT_ONCE = 500;

/**
 * What time does to submissions and files: a link that was not used in time makes its submission expired, which is forgotten
 * some weeks later; a file that no submission named in time is forgotten. Each statement takes rows that nobody else is at, so any
 * number of processes may do this at once, and one that dies leaves nothing half done.
 */
export const submissionRetention = (ports: Pick<Ports, 'database' | 'clock' | 'log'>): Task => {
  let stop = () => {};
  return {
    name: 'form submissions',
    async start() {
      stop = runPeriodically(
        LOOK_MS,
        () => tidySubmissions(ports),
        (error) => ports.log.warn({ err: error }, 'old submissions were not tidied up; trying again'),
      );
    },
    async stop() {
      stop();
    },
  };
};

/** One turn of the janitor. */
export async function tidySubmissions({ database, clock }: Pick<Ports, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  await database.query(sql.typeAlias('void')`
    update scheduling.form_submission set status = 'expired', updated_at = ${isoTime(now)}::timestamptz
    where (space_id, id) in (
      select space_id, id from scheduling.form_submission
      where status <> 'confirmed' and status = 'pending_confirmation' and confirm_until <= ${isoTime(now)}::timestamptz
      limit ${AT_ONCE} for update skip locked)`);
  await database.query(sql.typeAlias('void')`
    delete from scheduling.form_submission
    where (space_id, id) in (
      select space_id, id from scheduling.form_submission
      where status <> 'confirmed' and status = 'expired' and confirm_until <= ${isoTime(now - EXPIRED_SUBMISSION_DAYS * DAY_MS)}::timestamptz
      limit ${AT_ONCE} for update skip locked)`);
  await database.query(sql.typeAlias('void')`
    delete from scheduling.form_file
    where (space_id, id) in (
      select space_id, id from scheduling.form_file
      where submission_id is null and waits_until <= ${isoTime(now)}::timestamptz
      limit ${AT_ONCE} for update skip locked)`);
}
