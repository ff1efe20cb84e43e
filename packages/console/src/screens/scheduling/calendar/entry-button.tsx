import { Repeat, UserRound } from 'lucide-react';
import type { CSSProperties, KeyboardEvent, PointerEvent, ReactElement } from 'react';
import { clockAt } from '../times/days.ts';
import { dayAndTime, type Entry, isMovable, keyOf, resizeSpan, type Span, STEP_MINUTES, shiftSpan, sourceOf, spanOf } from './entry.ts';
import type { Mover } from './use-move.ts';

/** The id of the sentence that says how an entry is moved by keyboard. */
export const MOVE_HELP_ID = 'calendar-move-help';

/** Props of an entry: its time as it is shown, and what a press and the arrow keys do. */
export interface EntryButtonProps {
  readonly entry: Entry;
  readonly span: Span;
  readonly timezone: string;
  /** Undefined for a member who cannot move entries. */
  readonly mover: Mover | undefined;
  /** True where the vertical axis is the time of day, so that arrows up and down move by minutes. */
  readonly hasClockAxis: boolean;
  readonly style?: CSSProperties;
  readonly onOpen: (entry: Entry) => void;
  readonly onPointerDown?: (event: PointerEvent) => void;
}

/** Renders an entry of the calendar as a button that opens it. The arrow keys move one that can be moved; Enter saves the move. */
export function EntryButton({ entry, span, timezone, mover, hasClockAxis, style, onOpen, onPointerDown }: EntryButtonProps): ReactElement {
  const movable = mover && isMovable(entry) ? mover : undefined;
  const draft = mover?.draft?.entry === entry ? mover.draft.span : undefined;
  const isCancelled = entry.status === 'cancelled';
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && draft) {
      movable?.setDraft(undefined);
      return;
    }
    const moved = movable && movedByKey(event, draft ?? spanOf(entry), timezone, hasClockAxis);
    if (!moved) return;
    event.preventDefault();
    movable.setDraft({ entry, span: moved });
  }
  return (
    <button
      type="button"
      className="cal-entry"
      style={style}
      data-entry={keyOf(entry)}
      data-kind={entry.booking_page_id === null ? entry.category : 'booking'}
      data-cancelled={isCancelled || undefined}
      data-movable={movable ? true : undefined}
      data-moving={draft ? true : undefined}
      aria-describedby={movable && MOVE_HELP_ID}
      onClick={() => (draft && movable ? void movable.request(entry, draft) : onOpen(entry))}
      onKeyDown={onKeyDown}
      onBlur={() => draft && movable?.setDraft(undefined)}
      onPointerDown={movable && onPointerDown}
    >
      <span className="cal-title">
        {span.kind === 'times' && <span className="number">{clockAt(span.start, timezone)} </span>}
        {entry.title}
      </span>
      {entry.booking_page_id !== null && <UserRound size={12} aria-hidden="true" />}
      {entry.rrule !== null && <Repeat size={12} aria-hidden="true" />}
      <span className="hidden-text">
        {`, ${dayAndTime(span, timezone)}, ${sourceOf(entry)}${entry.rrule === null ? '' : ', repeats'}${isCancelled ? ', cancelled' : ''}`}
      </span>
    </button>
  );
}

/** Returns the time that a key gives to an entry, or undefined for another key. */
function movedByKey(
  { key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent,
  span: Span,
  timezone: string,
  hasClockAxis: boolean,
): Span | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  const sideways = { ArrowLeft: -1, ArrowRight: 1 }[key];
  const upright = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (sideways !== undefined) return shiftSpan(span, { days: sideways }, timezone);
  if (upright === undefined) return undefined;
  if (!hasClockAxis || span.kind === 'days') return shiftSpan(span, { days: upright * 7 }, timezone);
  const minutes = upright * STEP_MINUTES;
  return shiftKey ? resizeSpan(span, minutes) : shiftSpan(span, { minutes }, timezone);
}
