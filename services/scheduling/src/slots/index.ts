/** The computation of slots, for programs that measure it. */
export type { Busy } from './busy.ts';
export { openingHours } from './hours.ts';
export { findCandidates, type SlotRules } from './slots.ts';
