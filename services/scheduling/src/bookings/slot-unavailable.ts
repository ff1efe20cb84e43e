import { Problem } from '@space/contracts/core';
import { sqlState } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import type { BookingPageRow } from '../booking-pages/booking-pages.queries.ts';
import { nearestSlots, type SlotSearchOptions } from '../booking-pages/nearest-slots.ts';

/** Thrown inside a transaction when the time it wants is not free; outside it becomes the refusal that names free ones. */
export class SlotUnavailable extends Error {
  constructor() {
    super('The time is not free.');
    this.name = 'NotFree';
  }
}

/** SQLSTATEs of two transactions that want the same time: exclusion, deadlock, serialization. */
const COLLISIONS: readonly (string | undefined)[] = ['23P01', '40P01', '40001'];

/** Whether a transaction failed because somebody else has the time. */
export const isSlotUnavailable = (error: unknown): boolean => error instanceof SlotUnavailable || COLLISIONS.includes(sqlState(error));

/** The refusal of a time that is not free, with the three nearest that are (decisions, Errors). */
export async function slotTakenProblem(
  database: CommonQueryMethods,
  page: BookingPageRow,
  wanted: number,
  now: number,
  why = 'is not free',
  wanting?: SlotSearchOptions,
): Promise<Problem> {
  const nearest = await nearestSlots(database, page, wanted, now, wanting);
  const free = nearest.map(({ date, start }) => `${date} ${start}`).join(', ');
  const wayOut = nearest.length === 0 ? 'and nothing else is free' : `the nearest free times are ${free} (${page.timezone})`;
  return new Problem('slot_taken', `This time ${why}; ${wayOut}.`, { nearest_slots: nearest });
}
