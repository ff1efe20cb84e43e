import type { Day } from '../../../dates/days.ts';
import type { Entry, Span } from './entry.ts';
import type { Mover } from './use-move.ts';

/** Props of each view of the calendar. */
export interface ViewProps {
  readonly day: Day;
  readonly today: Day;
  readonly timezone: string;
  readonly entries: readonly Entry[];
  /** Undefined for a member who cannot change the calendar. */
  readonly mover: Mover | undefined;
  readonly onOpen: (entry: Entry) => void;
  readonly onCreate: ((span: Span) => void) | undefined;
  /** Shows one day. */
  readonly onDay: (day: Day) => void;
}
