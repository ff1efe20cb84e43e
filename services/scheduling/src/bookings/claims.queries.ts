import { newId, sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** A time that is to be claimed for one guest. */
interface ClaimRequest {
  readonly space_id: string;
  readonly calendar: string;
  readonly booking_page_id: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly buffer_minutes: number;
  readonly capacity: number;
  readonly is_forced: boolean;
  /** The calendar event that a new claim gets. */
  readonly calendar_event_id: string;
}

const Claimed = z.object({ id: z.string(), calendar_event_id: z.string().nullable(), taken: z.number() });

/** A claim of a time with a seat for one more guest. */
export type Claimed = z.output<typeof Claimed> & { /** Whether nobody had this time before. */ readonly is_new: boolean };

/**
 * Claims a time, or a seat of a time that a group shares; undefined when it is not free. Postgres itself keeps claims apart
 * (the exclusion constraints of `occurrence`), so of many that try at once as many succeed as fit.
 */
export async function claimSlot(tx: CommonQueryMethods, wanted: ClaimRequest): Promise<Claimed | undefined> {
  const isShared = wanted.capacity > 1 && !wanted.is_forced;
  // A claim that is given up between two tries makes room for a new one, so the first way is tried once more.
  for (const take of isShared ? [claimSeat, insertClaim, claimSeat, insertClaim] : [insertClaim]) {
    const claimed = await take(tx, wanted);
    if (claimed) return { ...claimed, is_new: take === insertClaim };
  }
  return undefined;
}

const claimSeat = (tx: CommonQueryMethods, wanted: ClaimRequest) =>
  tx.maybeOne(sql.type(Claimed)`
    update scheduling.occurrence set taken = taken + 1
    where space_id = ${wanted.space_id} and calendar = ${wanted.calendar} and booking_page_id = ${wanted.booking_page_id}
      and starts_at = ${wanted.starts_at}::timestamptz and ends_at = ${wanted.ends_at}::timestamptz
      and not is_forced and taken < capacity
    returning id, calendar_event_id, taken`);

const insertClaim = (tx: CommonQueryMethods, wanted: ClaimRequest) => {
  const [start, end] = [sql.fragment`${wanted.starts_at}::timestamptz`, sql.fragment`${wanted.ends_at}::timestamptz`];
  const buffer = sql.fragment`${wanted.buffer_minutes} * interval '1 minute'`;
  return tx.maybeOne(sql.prepared('scheduling-claim', Claimed)`
    insert into scheduling.occurrence (
      space_id, id, calendar, booking_page_id, starts_at, ends_at, buffer_minutes, claimed_after, claimed_before, capacity, taken,
      is_forced, calendar_event_id)
    values (
      ${wanted.space_id}, ${newId('bok')}, ${wanted.calendar}, ${wanted.booking_page_id}, ${start}, ${end}, ${wanted.buffer_minutes},
      tstzrange(${start}, ${end} + ${buffer}), tstzrange(${start} - ${buffer}, ${end}), ${wanted.capacity}, 1, ${wanted.is_forced},
      ${wanted.calendar_event_id})
    on conflict do nothing
    returning id, calendar_event_id, taken`);
};

/** Keeps others from taking or giving up seats of a claim until the transaction ends; answers it as it is. */
export const lockClaim = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.one(sql.type(Claimed)`
    select id, calendar_event_id, taken from scheduling.occurrence where space_id = ${space} and id = ${id} for update`);

/** Gives up the seat of one guest of a locked claim that no booking points to any more; the last one ends the claim. */
export const releaseClaim = (tx: CommonQueryMethods, space: string, { id, taken }: Pick<Claimed, 'id' | 'taken'>) =>
  taken === 1
    ? tx.query(sql.typeAlias('void')`delete from scheduling.occurrence where space_id = ${space} and id = ${id}`)
    : tx.query(sql.typeAlias('void')`update scheduling.occurrence set taken = taken - 1 where space_id = ${space} and id = ${id}`);
