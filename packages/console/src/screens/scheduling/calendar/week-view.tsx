import { type ReactElement, useEffect, useMemo, useRef } from 'react';
import './week.css';
import { addDays, type Day, daysBetween, weekOf } from '../../../dates/days.ts';
import { changeNote, longDay, shortDay } from '../times/labels.ts';
import { type DayAxis, dayAxis } from './day-axis.ts';
import { daysOf, type Entry, keyOf, type Span, shiftSpan, spanOf } from './entry.ts';
import { EntryButton } from './entry-button.tsx';
import { dayUnder, followPointer } from './follow-pointer.ts';
import { lanesOf } from './lanes.ts';
import type { ViewProps } from './view-props.ts';
import { PIXELS_PER_MINUTE, WeekHours } from './week-hours.tsx';

/** The hour that is at the top when a week opens. */
const FIRST_HOUR = 7;

/** Renders a week with the hours of its days. Entries can be dragged and resized, and a press on free space begins an event. */
export function WeekView(props: ViewProps): ReactElement {
  const { day, today, timezone, entries, onDay } = props;
  const days = weekOf(day);
  const axis = useMemo(() => dayAxis(weekOf(day), timezone), [day, timezone]);
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (box.current) box.current.scrollTop = FIRST_HOUR * 60 * PIXELS_PER_MINUTE;
  }, []);
  const whole = entries.filter(({ start_date }) => start_date !== null);
  const timed = entries.filter(({ start_date }) => start_date === null);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className="cal-week" ref={box} tabIndex={0} aria-label={`Week of ${longDay(days[0]!)}`}>
      <div className="cal-top">
        <div className="cal-week-head">
          <span />
          {days.map((one) => {
            const note = changeNote(one, timezone);
            return (
              <div key={one} data-today={one === today || undefined}>
                <button type="button" className="cal-date" aria-current={one === today ? 'date' : undefined} onClick={() => onDay(one)}>
                  {shortDay(one)}
                </button>
                {note && (
                  <span className="cal-note" title={note}>
                    {note.split(':')[0]}
                    <span className="hidden-text">: the clocks change</span>
                  </span>
                )}
              </div>
            );
          })}
        </div>
        <WholeDays {...props} axis={axis} entries={whole} />
      </div>
      <WeekHours {...props} axis={axis} entries={timed} />
    </section>
  );
}

/** Renders the entries of whole days above the hours of a week. */
function WholeDays({ axis: { days }, timezone, entries, mover, onOpen, onCreate }: ViewProps & { readonly axis: DayAxis }): ReactElement {
  const first = days[0]!;
  const placed = entries.map((entry) => ({ entry, ...columnsOf(spanOf(entry), first) }));
  const lanes = lanesOf(placed);
  const draft = mover?.draft?.span.kind === 'days' ? columnsOf(mover.draft.span, first) : undefined;
  function drag(entry: Entry, event: React.PointerEvent): void {
    const grabbed = dayUnder(event.nativeEvent);
    const target = (pointer: PointerEvent): Span => {
      const under = dayUnder(pointer);
      const shift = under === undefined || grabbed === undefined ? 0 : daysBetween(grabbed, under);
      return shiftSpan(spanOf(entry), { days: shift }, timezone);
    };
    followPointer(event, {
      onMove: (pointer) => mover?.setDraft({ entry, span: target(pointer) }),
      onEnd: (pointer, moved) => moved && void mover?.request(entry, target(pointer)),
      onCancel: () => mover?.setDraft(undefined),
    });
  }
  return (
    <div className="cal-whole">
      <span className="cal-hour">All day</span>
      <div
        className="cal-whole-days"
        style={{ gridTemplateRows: `repeat(${Math.max(1, ...lanes.map(({ lane }) => lane + 1))}, 24px) 8px` }}
      >
        {days.map((one, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the button "New event" does the same by keyboard
          // biome-ignore lint/a11y/noStaticElementInteractions: the button "New event" does the same by keyboard
          <div
            key={one}
            className="cal-whole-day"
            data-day={one}
            style={{ gridColumn: at + 1 }}
            onClick={() => onCreate?.({ kind: 'days', first: one, last: one })}
          />
        ))}
        {placed.map(({ entry, from, to }, at) => (
          <EntryButton
            key={keyOf(entry)}
            entry={entry}
            span={spanOf(entry)}
            timezone={timezone}
            mover={mover}
            hasClockAxis={false}
            style={{ gridColumn: `${from + 1} / ${to + 1}`, gridRow: lanes[at]!.lane + 1 }}
            onOpen={onOpen}
            onPointerDown={(event) => drag(entry, event)}
          />
        ))}
        {draft && draft.to > draft.from && <div className="cal-ghost" style={{ gridColumn: `${draft.from + 1} / ${draft.to + 1}` }} />}
      </div>
    </div>
  );
}

/** Returns the columns of a week that whole days cover: the first one, and the one after the last. */
function columnsOf(span: Span, first: Day): { readonly from: number; readonly to: number } {
  const days = daysOf(span, 'UTC').filter((day) => day >= first && day < addDays(first, 7));
  const from = days.length === 0 ? 0 : daysBetween(first, days[0]!);
  return { from, to: from + days.length };
}
