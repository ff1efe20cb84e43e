import type { Span } from '@space/recurrence';

/** The seats of a claim. */
export interface Seats {
  readonly claim_id: string;
  readonly booking_page_id: string;
  readonly capacity: number;
  readonly taken: number;
}

/** A time that one or more bookings have claimed. */
export interface Claim extends Span {
  readonly buffer: number;
  readonly is_forced: boolean;
  /** Absent for a claim that is only in the way: no guest can join it or is about to leave it. */
  readonly seats?: Seats | undefined;
}

/** A busy event of the calendar. */
export interface BusyEvent extends Span {
  readonly title: string;
}

/** The claims and busy events of a calendar. */
export interface Busy {
  readonly claims: readonly Claim[];
  readonly events: readonly BusyEvent[];
}

/** Returns true when a span overlaps one of the indexed spans. Successive calls need ascending starts. */
type OverlapCheck = (start: number, end: number) => boolean;

/** Indexes spans, each widened by its margin, for overlap checks in ascending order of start. */
export function overlapCheck<S extends Span>(spans: readonly S[], marginOf: (span: S) => number): OverlapCheck {
  const widened = spans
    .map((span) => {
      const margin = marginOf(span);
      return { start: span.start - margin, end: span.end + margin };
    })
    .sort((a, b) => a.start - b.start);
  const merged: { start: number; end: number }[] = [];
  for (const span of widened) {
    const last = merged.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else merged.push(span);
  }
  let at = 0;
  return (start, end) => {
    while (at < merged.length && merged[at]!.end <= start) at++;
    return at < merged.length && merged[at]!.start < end;
  };
}
