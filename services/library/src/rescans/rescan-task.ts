import { type ShowingThing, showingServices } from '@space/contracts/assets';
import { isoTime } from '@space/database';
import { metrics, type Ports, type Task } from '@space/runtime';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@space/time';
import { type PollingTask, periodicTask, pollingTask } from '@space/worker';
import { readUses } from './read-uses.ts';
import { compareAll, LEASE_MS, LeaseLostError, type RescanPorts, storeAll, storeThing } from './rescan.ts';
import {
  countDeadLetters,
  endLease,
  findDueRescans,
  findOldestRescan,
  type Lease,
  postponeRescan,
  type Rescan,
  requestComparisons,
  takeLease,
} from './rescans.queries.ts';

/** Rescans of one lease, and things that are asked for together. */
const CHUNK = 100;
const QUESTIONS = 8;
/** The pause after the first failure; it doubles with each further one. */
const RETRY_DELAY_MS = 2 * SECOND_MS;
const MAX_RETRY_DELAY_MS = 5 * MINUTE_MS;

/**
 * Reads again what the things of one Space show, if a rescan is due. Returns false if none was. All answers of a lease are asked for after it
 * began and stored before the next one, so no older answer replaces a newer one.
 */
export async function rescanSpace(ports: RescanPorts): Promise<boolean> {
  const now = ports.clock.now();
  const lease = await takeLease(ports.database, isoTime(now), isoTime(now + LEASE_MS));
  if (!lease) return false;
  try {
    const due = await findDueRescans(ports.database, lease.space_id, isoTime(now), CHUNK);
    const things = due.filter(({ thing_id }) => thing_id !== '');
    for (let at = 0; at < things.length; at += QUESTIONS) await rescanThings(ports, lease, things.slice(at, at + QUESTIONS));
    for (const rescan of due.filter(({ thing_id }) => thing_id === ''))
      await orPostpone(ports, rescan, () => (rescan.is_comparison ? compareAll : storeAll)(ports, lease, rescan));
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error;
    ports.log.warn('the lease of a rescan of uses was lost; another process continues');
  } finally {
    await endLease(ports.database, lease);
  }
  return true;
}

async function rescanThings(ports: RescanPorts, lease: Lease, rescans: readonly Rescan[]): Promise<void> {
  const answers = await Promise.all(rescans.map((rescan) => orPostpone(ports, rescan, () => readThing(ports, rescan))));
  for (const [at, rescan] of rescans.entries()) {
    const answer = answers[at];
    if (answer) await orPostpone(ports, rescan, () => storeThing(ports, lease, rescan, answer));
  }
}

async function readThing({ bus }: RescanPorts, rescan: Rescan): Promise<readonly ShowingThing[]> {
  for await (const things of readUses(bus, rescan)) return things;
  return [];
}

/** Runs a step of a rescan, and makes the rescan due later if it fails. Throws a LeaseLostError. */
async function orPostpone<Result>(ports: RescanPorts, rescan: Rescan, step: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof LeaseLostError) throw error;
    const delay = Math.min(RETRY_DELAY_MS * 2 ** rescan.attempts, MAX_RETRY_DELAY_MS);
    ports.log.warn(
      { err: error, service: rescan.service },
      `reading which assets a thing shows failed; retrying in ${delay / SECOND_MS} s`,
    );
    await postponeRescan(ports.database, rescan, isoTime(ports.clock.now() + delay));
    return undefined;
  }
}

/** Returns the task that reads again what things show, as soon as a rescan is due. */
export const rescanTask = (ports: RescanPorts): PollingTask =>
  pollingTask({
    name: 'uses of assets',
    intervalMs: SECOND_MS,
    poll: () => rescanSpace(ports),
    onError: (error) => ports.log.warn({ err: error }, 'rescanning the uses of assets failed; retrying in 1 s'),
  });

/** Makes a comparison due for each Space that had none for a day. Returns their number. */
export const requestDailyComparisons = ({ database, clock }: Pick<Ports, 'database' | 'clock'>): Promise<number> =>
  requestComparisons(database, Object.keys(showingServices), isoTime(clock.now() - DAY_MS), isoTime(clock.now()));

/** Returns the task that makes the daily comparisons due, and measures what waits. */
export const comparisonTask = (ports: Ports): Task =>
  periodicTask({
    name: 'comparisons of uses of assets',
    jobs: [
      { everyMs: HOUR_MS, act: async () => void (await requestDailyComparisons(ports)) },
      {
        everyMs: 5 * SECOND_MS,
        async act() {
          metrics.deadLetters.set({ group: 'uses' }, await countDeadLetters(ports.database));
          metrics.assetRescanAge.set(await findOldestRescan(ports.database, isoTime(ports.clock.now())));
        },
      },
    ],
    onError: (error) => ports.log.warn({ err: error }, 'the comparison of uses of assets could not begin; retrying later'),
  });
