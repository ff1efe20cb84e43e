import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SameCall } from '../../../parts/same-call.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { clockAt, dayAt } from '../times/days.ts';
import { changeNote, longDay, shortDay } from '../times/labels.ts';
import { useOwnZone } from '../times/use-zone.ts';
import { type Preview, type PreviewDay, previewQuery } from './booking-page.ts';

/** Days that the preview shows at first, and the most that it shows. */
const DAYS = { first: 14, step: 14, most: 84 };

/** Renders the times that a visitor gets, and the reason for each time that is not offered. Both zones stand next to each other. */
export function PreviewPanel({ id }: { readonly id: string }): ReactElement {
  const space = useSpace();
  const [days, setDays] = useState(DAYS.first);
  const [chosen, setChosen] = useState<string>();
  const { data, error, refetch } = useQuery({ ...previewQuery(space.id, id, days), placeholderData: (previous?: Preview) => previous });
  const day = data?.days.find(({ date }) => date === chosen) ?? data?.days.find(({ slots }) => slots.length > 0) ?? data?.days[0];
  return (
    <section className="card stack preview" aria-label="Preview">
      <div className="page-head">
        <h2>What a visitor gets</h2>
        <SameCall contract="booking_pages" name="preview" args={{ id, days, include_unavailable: true }} />
      </div>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton />}
      {data && (
        <>
          <ReadinessNotice readiness={data.readiness} />
          <ul className="preview-days" aria-label="Days">
            {data.days.map((one) => (
              <li key={one.date}>
                <button type="button" aria-pressed={one === day} onClick={() => setChosen(one.date)}>
                  <span>{shortDay(one.date)}</span>
                  <span className={one.slots.length > 0 ? 'badge good' : 'badge'}>{one.slots.length} free</span>
                </button>
              </li>
            ))}
          </ul>
          {days < DAYS.most && (
            <div>
              <Button small onClick={() => setDays(days + DAYS.step)}>
                Show {DAYS.step} more days
              </Button>
            </div>
          )}
          {day && <DayTimes day={day} timezone={data.timezone} />}
        </>
      )}
    </section>
  );
}

const verdicts = {
  ready: ['good', 'Ready to be booked'],
  warning: ['warn', 'Can be booked, with a warning'],
  not_ready: ['bad', 'Not ready'],
} as const;

const ruleWords = {
  date_override: 'replaced by an exception',
  outside_hours: 'too late in the hours',
  notice: 'past or within the notice',
  advance: 'too far ahead',
  busy: 'busy',
  buffer: 'too close to another',
  full: 'full',
} as const;

function ReadinessNotice({ readiness }: { readonly readiness: Preview['readiness'] }): ReactElement {
  const { verdict, blocking, warnings, next_available_at, funnel } = readiness;
  const [look, title] = verdicts[verdict];
  const timezone = useOwnZone();
  const removed = Object.entries(funnel.removed).filter(([, count]) => count > 0) as [keyof typeof ruleWords, number][];
  const next = next_available_at === null ? undefined : Date.parse(next_available_at);
  return (
    <div className={`notice ${look}`} role="status">
      <p className="title">{title}</p>
      {[...blocking, ...warnings].map(({ code, message }) => (
        <p key={code}>{message}</p>
      ))}
      {next !== undefined && (
        <p>
          The next free time is {shortDay(dayAt(next, timezone))}, {clockAt(next, timezone)} in your zone.
        </p>
      )}
      <p className="soft">
        {funnel.candidates} times in the hours of these days, {funnel.offered} offered
        {removed.length > 0 && `; not offered: ${removed.map(([rule, count]) => `${count} ${ruleWords[rule]}`).join(', ')}`}.
      </p>
    </div>
  );
}

/** Renders every time of a day in the zone of the page and in that of the member, with its state or the reason. */
function DayTimes({ day, timezone }: { readonly day: PreviewDay; readonly timezone: string }): ReactElement {
  const ownZone = useOwnZone();
  const isOwn = ownZone === timezone;
  const free = day.slots.map((slot) => ({ ...slot, reason: undefined, seats: slot.seats_left }));
  const taken = (day.unavailable ?? []).map((time) => ({ ...time, reason: time.message, seats: 0 }));
  const all = [...free, ...taken].toSorted((one, other) => one.starts_at.localeCompare(other.starts_at));
  const note = changeNote(day.date, timezone);
  return (
    <div className="stack">
      <h3>
        {longDay(day.date)} {note && <span className="soft">{note}</span>}
      </h3>
      {day.message && <p>{day.message}</p>}
      {all.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
        <section className="table-box preview-times" tabIndex={0} aria-label={`Times of ${longDay(day.date)}`}>
          <table className="table">
            <caption className="hidden-text">Times of {longDay(day.date)}</caption>
            <thead>
              <tr>
                <th scope="col">{timezone}</th>
                {!isOwn && <th scope="col">{ownZone} (yours)</th>}
                <th scope="col">Offered</th>
              </tr>
            </thead>
            <tbody>
              {all.map(({ starts_at, start, reason, seats }) => (
                <tr key={starts_at} data-ended={reason === undefined ? undefined : true}>
                  <td className="number">{start}</td>
                  {!isOwn && <td className="number">{ownTime(starts_at, ownZone, day.date)}</td>}
                  <td>{reason ?? <span className="badge good">✓ free{seats > 1 && `, ${seats} seats`}</span>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}

/** Returns a time in the zone of the member, with its day if it is another one. */
function ownTime(at: string, zone: string, date: string): string {
  const instant = Date.parse(at);
  const own = dayAt(instant, zone);
  return own === date ? clockAt(instant, zone) : `${shortDay(own)} ${clockAt(instant, zone)}`;
}
