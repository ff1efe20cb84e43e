import { type ReactElement, useState } from 'react';
import { addDays, daysBetween } from '../../../dates/days.ts';
import { Button } from '../../../parts/button.tsx';
import { TextField } from '../../../parts/field.tsx';
import { clockAt, dayAt, instantAt, isDay } from '../times/days.ts';
import { type Entry, type Span, spanOf } from './entry.ts';

/** Props of the form that moves an entry, for people who do not drag. */
export interface MoveFormProps {
  readonly entry: Entry;
  readonly timezone: string;
  readonly onMove: (span: Span) => void;
  readonly onCancel: () => void;
}

/** Renders a form for the new day and time of an entry; its length stays. */
export function MoveForm({ entry, timezone, onMove, onCancel }: MoveFormProps): ReactElement {
  const span = spanOf(entry);
  const [day, setDay] = useState(span.kind === 'days' ? span.first : dayAt(span.start, timezone));
  const [time, setTime] = useState(span.kind === 'days' ? '' : clockAt(span.start, timezone));
  function moved(): Span {
    if (span.kind === 'days') return { kind: 'days', first: day, last: addDays(day, daysBetween(span.first, span.last)) };
    const start = instantAt(day, time, timezone);
    return { kind: 'times', start, end: start + span.end - span.start };
  }
  const isReady = isDay(day) && (span.kind === 'days' || time !== '');
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onMove(moved());
      }}
    >
      <div className="cal-times">
        <TextField label="New day" type="date" required value={day} onChange={(event) => setDay(event.target.value)} />
        {span.kind === 'times' && (
          <TextField
            label="New start"
            type="time"
            required
            help={`In ${timezone}`}
            value={time}
            onChange={(event) => setTime(event.target.value)}
          />
        )}
      </div>
      <div className="row end">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" disabled={!isReady}>
          Move
        </Button>
      </div>
    </form>
  );
}
