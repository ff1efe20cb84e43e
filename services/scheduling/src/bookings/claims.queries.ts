import { newId, sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** A time to claim for one guest. */
interface ClaimRequest {
  readonly space_id: string;
  readonly calendar: string;
  readonly booking_page_id: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly buffer_minutes: number;
  readonly capacity: number;
  readonly is_forced: boolean;
  /** The id of the calendar event of a new claim. */
  readonly calendar_event_id: string;
}

const Claimed = z.object({ id: z.string(), calendar_event_id: z.string().nullable(), taken: z.number() });

/** A claim after a guest was added to it. `is_new` is true when the guest is its first. */
export type Claimed = z.output<typeof Claimed> & { readonly is_new: boolean };

/**
 * Claims a time, or a seat of a time that a group shares; returns undefined when it is not free. The exclusion constraints of
 * `occurrence` keep claims apart, so of concurrent requests as many succeed as there are seats.
 */
export async function claimSlot(tx: CommonQueryMethods, request: ClaimRequest): Promise<Claimed | undefined> {
  const isShared = request.capacity > 1 && !request.is_forced;
  // A claim that is released between the two statements makes room for a new one, so both run twice.
  for (const take of isShared ? [claimSeat, insertClaim, claimSeat, insertClaim] : [insertClaim]) {
    const claimed = await take(tx, request);
    if (claimed) return { ...claimed, is_new: take === insertClaim };
  }
  return undefined;
}

const claimSeat = (tx: CommonQueryMethods, request: ClaimRequest) =>
  tx.maybeOne(sql.type(Claimed)`
    update scheduling.occurrence set taken = taken + 1
    where space_id = ${request.space_id} and calendar = ${request.calendar} and booking_page_id = ${request.booking_page_id}
      and starts_at = ${request.starts_at}::timestamptz and ends_at = ${request.ends_at}::timestamptz
      and not is_forced and taken < capacity
    returning id, calendar_event_id, taken`);

const insertClaim = (tx: CommonQueryMethods, request: ClaimRequest) => {
  const [start, end] = [sql.fragment`${request.starts_at}::timestamptz`, sql.fragment`${request.ends_at}::timestamptz`];
  const buffer = sql.fragment`${request.buffer_minutes} * interval '1 minute'`;
  return tx.maybeOne(sql.prepared('scheduling-claim', Claimed)`
    insert into scheduling.occurrence (
      space_id, id, calendar, booking_page_id, starts_at, ends_at, buffer_minutes, claimed_after, claimed_before, capacity, taken,
      is_forced, calendar_event_id)
    values (
      ${request.space_id}, ${newId('bok')}, ${request.calendar}, ${request.booking_page_id}, ${start}, ${end}, ${request.buffer_minutes},
      tstzrange(${start}, ${end} + ${buffer}), tstzrange(${start} - ${buffer}, ${end}), ${request.capacity}, 1, ${request.is_forced},
      ${request.calendar_event_id})
    on conflict do nothing
    returning id, calendar_event_id, taken`);
};

/** Locks a claim until the transaction ends and returns it. */
export const lockClaim = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.one(sql.type(Claimed)`
    select id, calendar_event_id, taken from scheduling.occurrence where space_id = ${space} and id = ${id} for update`);

/** Releases the seat of one guest of a locked claim; deletes the claim when it was the last guest. */
export const releaseClaim = (tx: CommonQueryMethods, space: string, { id, taken }: Pick<Claimed, 'id' | 'taken'>) =>
  taken === 1
    ? tx.query(sql.typeAlias('void')`delete from scheduling.occurrence where space_id = ${space} and id = ${id}`)
    : tx.query(sql.typeAlias('void')`update scheduling.occurrence set taken = taken - 1 where space_id = ${space} and id = ${id}`);
