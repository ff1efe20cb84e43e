import { Problem } from '@space/contracts/core';
import { sqlState } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import type { BookingPageRow } from '../booking-pages/booking-pages.queries.ts';
import { nearestSlots, type SlotSearchOptions } from '../booking-pages/nearest-slots.ts';

/** Thrown in a transaction when its time is not free. The caller answers with `slotTakenProblem`. */
export class SlotUnavailableError extends Error {
  constructor() {
    super('The time is not free.');
    this.name = 'SlotUnavailableError';
  }
}

/** SQLSTATEs of transactions that claim the same time: exclusion violation, deadlock, serialization failure. */
const COLLISIONS: readonly (string | undefined)[] = ['23P01', '40P01', '40001'];

/** Returns true for an error of a transaction whose time another transaction has claimed. */
export const isSlotUnavailable = (error: unknown): boolean => error instanceof SlotUnavailableError || COLLISIONS.includes(sqlState(error));

/** Returns the 409 of a time that is not free, with the nearest free slots. `why` completes the sentence "This time …". */
export async function slotTakenProblem(
  database: CommonQueryMethods,
  page: BookingPageRow,
  wanted: number,
  now: number,
  why = 'is not free',
  options?: SlotSearchOptions,
): Promise<Problem> {
  const nearest = await nearestSlots(database, page, wanted, now, options);
  const free = nearest.map(({ date, start }) => `${date} ${start}`).join(', ');
  const alternatives = nearest.length === 0 ? 'and nothing else is free' : `the nearest free times are ${free} (${page.timezone})`;
  return new Problem('slot_taken', `This time ${why}; ${alternatives}.`, { nearest_slots: nearest });
}
