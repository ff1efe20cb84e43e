import { MINUTE_MS } from '@space/time';
import { type PointerEvent as Press, type ReactElement, useRef, useState } from 'react';
import type { Day } from '../../../dates/days.ts';
import { timeRange } from '../times/labels.ts';
import type { DayAxis } from './day-axis.ts';
import { daysOf, type Entry, isMovable, keyOf, type Span, STEP_MINUTES, shiftSpan, spanOf } from './entry.ts';
import { EntryButton } from './entry-button.tsx';
import { followPointer } from './follow-pointer.ts';
import { lanesOf } from './lanes.ts';
import type { ViewProps } from './view-props.ts';

/** The height of a minute. */
export const PIXELS_PER_MINUTE = 0.8;

/** Minutes of an event that a press without a drag begins. */
const NEW_MINUTES = 60;

/** A part of a time in one column, from its first to its last place. */
interface Box {
  readonly column: number;
  readonly from: number;
  readonly to: number;
}

type Times = Extract<Span, { kind: 'times' }>;

/** Renders the hours of a week with their entries. */
export function WeekHours({
  axis,
  today,
  timezone,
  entries,
  mover,
  onOpen,
  onCreate,
}: ViewProps & { readonly axis: DayAxis }): ReactElement {
  const { days, length } = axis;
  const area = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState<Times>();
  const boxes = entries.flatMap((entry) => boxesOf(axis, spanOf(entry) as Times, timezone).map((box, part) => ({ entry, part, ...box })));
  const lanes = laneByColumn(boxes, days.length);
  const draft = mover?.draft?.span.kind === 'times' ? mover.draft.span : undefined;
  const ghost = selected ?? draft;
  const now = Date.now();

  /** Returns the column and the place under a pointer; places are whole steps. */
  function pointAt({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }) {
    const { left, top, width, height } = area.current!.getBoundingClientRect();
    const column = Math.max(0, Math.min(days.length - 1, Math.floor(((clientX - left) / width) * days.length)));
    return { column, place: Math.max(0, Math.min(length, ((clientY - top) / height) * length)) };
  }
  const instantAt = (column: number, place: number): number =>
    axis.instantAt(Math.max(0, Math.round(place / STEP_MINUTES) * STEP_MINUTES), days[column]!);

  function drag(entry: Entry, column: number, press: Press): void {
    const span = spanOf(entry) as Times;
    const grabbed = pointAt(press);
    const startsHere = daysOf(span, timezone)[0] === days[column];
    const offset = grabbed.place - axis.placeOf(span.start, days[column]!);
    follow(entry, press, (pointer) => {
      const at = pointAt(pointer);
      if (!startsHere) return shiftSpan(span, { days: at.column - grabbed.column }, timezone);
      const start = instantAt(at.column, at.place - offset);
      return { kind: 'times', start, end: start + span.end - span.start };
    });
  }

  function resize(entry: Entry, press: Press): void {
    press.stopPropagation();
    const span = spanOf(entry) as Times;
    follow(entry, press, (pointer) => {
      const at = pointAt(pointer);
      return { ...span, end: Math.max(span.start + STEP_MINUTES * MINUTE_MS, instantAt(at.column, at.place)) };
    });
  }

  function follow(entry: Entry, press: Press, target: (pointer: PointerEvent) => Span): void {
    followPointer(press, {
      onMove: (pointer) => mover?.setDraft({ entry, span: target(pointer) }),
      onEnd: (pointer, moved) => moved && void mover?.request(entry, target(pointer)),
      onCancel: () => mover?.setDraft(undefined),
    });
  }

  function select(press: Press): void {
    if (!onCreate || (press.target as Element).closest('.cal-box')) return;
    const { column, place } = pointAt(press);
    const start = instantAt(column, Math.floor(place / STEP_MINUTES) * STEP_MINUTES);
    const until = (pointer: PointerEvent): Times => {
      const end = instantAt(column, pointAt(pointer).place);
      return { kind: 'times', start: Math.min(start, end), end: Math.max(start + STEP_MINUTES * MINUTE_MS, end) };
    };
    followPointer(press, {
      onMove: (pointer) => setSelected(until(pointer)),
      onEnd: (pointer, moved) => {
        setSelected(undefined);
        onCreate(moved ? until(pointer) : { kind: 'times', start, end: start + NEW_MINUTES * MINUTE_MS });
      },
      onCancel: () => setSelected(undefined),
    });
  }

  return (
    <div className="cal-hours" style={{ blockSize: length * PIXELS_PER_MINUTE }}>
      <div aria-hidden="true">
        {axis.labels.map(({ at, text }) => (
          <span key={text} className="cal-hour" style={{ insetBlockStart: at * PIXELS_PER_MINUTE }}>
            {text}
          </span>
        ))}
      </div>
      <div className="cal-area" ref={area} onPointerDown={select}>
        {axis.labels.map(({ at, text }) => (
          <span key={text} className="cal-line" style={{ insetBlockStart: at * PIXELS_PER_MINUTE }} />
        ))}
        {days.map((day, column) => (
          <div key={day} className="cal-column" data-today={day === today || undefined} style={columnStyle(column, days.length)}>
            {axis.closedParts(day).map(({ from, to }) => (
              <div
                key={from}
                className="cal-closed"
                title="The clocks have no such time on this day."
                style={{ insetBlockStart: from * PIXELS_PER_MINUTE, blockSize: (to - from) * PIXELS_PER_MINUTE }}
              />
            ))}
          </div>
        ))}
        {days.includes(today) && (
          <div
            className="cal-now"
            style={{ ...columnStyle(days.indexOf(today), days.length), insetBlockStart: axis.placeOf(now, today) * PIXELS_PER_MINUTE }}
          />
        )}
        {boxes.map(({ entry, part, column, from, to }, at) => {
          const { lane, lanes: count } = lanes[at]!;
          const width = 100 / days.length / count;
          const style = {
            insetInlineStart: `${(column * 100) / days.length + lane * width}%`,
            inlineSize: `calc(${width}% - 3px)`,
            insetBlockStart: from * PIXELS_PER_MINUTE,
            blockSize: Math.max(18, (to - from) * PIXELS_PER_MINUTE - 1),
          };
          const isLast = part === boxes.filter((one) => one.entry === entry).length - 1;
          return (
            <div key={`${keyOf(entry)}/${part}`} className="cal-box" style={style}>
              <EntryButton
                entry={entry}
                span={spanOf(entry)}
                timezone={timezone}
                mover={mover}
                hasClockAxis
                onOpen={onOpen}
                onPointerDown={(press) => drag(entry, column, press)}
              />
              {mover && isLast && isMovable(entry) && <div className="cal-grip" onPointerDown={(press) => resize(entry, press)} />}
            </div>
          );
        })}
        {ghost &&
          boxesOf(axis, ghost, timezone).map(({ column, from, to }) => (
            <div
              key={column}
              className="cal-ghost"
              style={{
                ...columnStyle(column, days.length),
                insetBlockStart: from * PIXELS_PER_MINUTE,
                blockSize: (to - from) * PIXELS_PER_MINUTE,
              }}
            >
              {timeRange(ghost.start, ghost.end, timezone)}
            </div>
          ))}
      </div>
    </div>
  );
}

const columnStyle = (column: number, count: number) => ({ insetInlineStart: `${(column * 100) / count}%`, inlineSize: `${100 / count}%` });

/** Returns the parts of a time in the columns of a week. */
function boxesOf(axis: DayAxis, { start, end }: Times, timezone: string): readonly Box[] {
  const shown = new Set<Day>(daysOf({ kind: 'times', start, end }, timezone));
  return axis.days.flatMap((day, column) =>
    shown.has(day)
      ? [{ column, from: axis.placeOf(start, day), to: Math.max(axis.placeOf(end, day), axis.placeOf(start, day) + STEP_MINUTES) }]
      : [],
  );
}

/** Returns the lane of each box among those of its column. */
function laneByColumn(boxes: readonly Box[], columns: number) {
  const found = boxes.map(() => ({ lane: 0, lanes: 1 }));
  for (let column = 0; column < columns; column++) {
    const own = boxes.flatMap((box, at) => (box.column === column ? [at] : []));
    for (const [index, lane] of lanesOf(own.map((at) => boxes[at]!)).entries()) found[own[index]!] = lane;
  }
  return found;
}
