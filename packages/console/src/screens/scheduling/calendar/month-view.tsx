import { Plus } from 'lucide-react';
import { type ReactElement, useMemo } from 'react';
import { type Day, daysBetween } from '../../../dates/days.ts';
import { monthOf } from '../times/days.ts';
import { changeNote, longDay, monthName, weekdayName } from '../times/labels.ts';
import { entriesByDay } from './entries-by-day.ts';
import { daysOf, keyOf, shiftSpan, spanOf } from './entry.ts';
import { EntryButton } from './entry-button.tsx';
import { dayUnder, followPointer } from './follow-pointer.ts';
import type { ViewProps } from './view-props.ts';

/** Entries that one day shows before it counts the rest. */
const SHOWN_ENTRIES = 3;

/** Renders a month as weeks of seven days. An entry can be dragged to another day. */
export function MonthView({ day, today, timezone, entries, mover, onOpen, onCreate, onDay }: ViewProps): ReactElement {
  const weeks = monthOf(day);
  const byDay = useMemo(() => entriesByDay(entries, timezone), [entries, timezone]);
  const draft = mover?.draft;
  const draftDays = draft ? new Set(daysOf(draft.span, timezone)) : undefined;

  function cell(one: Day): ReactElement {
    const found = byDay.get(one) ?? [];
    const note = changeNote(one, timezone);
    const isOutside = one.slice(0, 7) !== day.slice(0, 7);
    return (
      <td
        key={one}
        data-day={one}
        data-outside={isOutside || undefined}
        data-today={one === today || undefined}
        data-target={draftDays?.has(one) || undefined}
      >
        <div className="cal-day-head">
          <button type="button" className="cal-date" aria-current={one === today ? 'date' : undefined} onClick={() => onDay(one)}>
            <span aria-hidden="true">{Number(one.slice(8))}</span>
            <span className="hidden-text">{`Agenda of ${longDay(one)}, ${found.length} entries`}</span>
          </button>
          {note && (
            <span className="cal-note" title={note}>
              {note.split(':')[0]}
            </span>
          )}
          {onCreate && (
            <button
              type="button"
              className="cal-add"
              aria-label={`New event on ${longDay(one)}`}
              onClick={() => onCreate({ kind: 'days', first: one, last: one })}
            >
              <Plus size={14} aria-hidden="true" />
            </button>
          )}
        </div>
        <div className="cal-chips">
          {found.slice(0, SHOWN_ENTRIES).map((entry) => (
            <EntryButton
              key={keyOf(entry)}
              entry={entry}
              span={spanOf(entry)}
              timezone={timezone}
              mover={mover}
              hasClockAxis={false}
              onOpen={onOpen}
              onPointerDown={(event) => {
                const target = (pointer: PointerEvent) => {
                  const under = dayUnder(pointer);
                  return under === undefined ? spanOf(entry) : shiftSpan(spanOf(entry), { days: daysBetween(one, under) }, timezone);
                };
                followPointer(event, {
                  onMove: (pointer) => mover?.setDraft({ entry, span: target(pointer) }),
                  onEnd: (pointer, moved) => moved && void mover?.request(entry, target(pointer)),
                  onCancel: () => mover?.setDraft(undefined),
                });
              }}
            />
          ))}
          {found.length > SHOWN_ENTRIES && (
            <button type="button" className="cal-more" onClick={() => onDay(one)}>
              {found.length - SHOWN_ENTRIES} more<span className="hidden-text"> on {longDay(one)}</span>
            </button>
          )}
        </div>
        {found.length > 0 && (
          <span className="cal-count" aria-hidden="true">
            {found.length}
          </span>
        )}
      </td>
    );
  }

  return (
    <table className="cal-month">
      <caption className="hidden-text">{monthName(day)}</caption>
      <thead>
        <tr>
          {weeks[0]!.map((one) => (
            <th key={one} scope="col">
              {weekdayName(one)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>{week.map(cell)}</tr>
        ))}
      </tbody>
    </table>
  );
}
