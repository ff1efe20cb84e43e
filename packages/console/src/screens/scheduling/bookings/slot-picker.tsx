import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { type Preview, previewQuery } from '../booking-pages/booking-page.ts';
import { clockAt } from '../times/days.ts';
import { shortDay } from '../times/labels.ts';
import { useOwnZone } from '../times/use-zone.ts';

/** Props of the choice of a free time of a page. */
export interface SlotPickerProps {
  readonly page_id: string;
  /** The start that is chosen. */
  readonly value: string | undefined;
  readonly onChoose: (starts_at: string) => void;
}

const DAYS = { first: 14, step: 28, most: 84 };

/** Renders the free times of a booking page by day. The label of a time is by the clock of the page, with that of the member. */
export function SlotPicker({ page_id, value, onChoose }: SlotPickerProps): ReactElement {
  const space = useSpace();
  const ownZone = useOwnZone();
  const [days, setDays] = useState(DAYS.first);
  const [chosen, setChosen] = useState<string>();
  const { data, error, refetch } = useQuery({
    ...previewQuery(space.id, page_id, days),
    placeholderData: (previous?: Preview) => previous,
  });
  if (!data) return error ? <ProblemNotice error={error} onRetry={refetch} /> : <Skeleton />;
  const free = data.days.filter(({ slots }) => slots.length > 0);
  const day = free.find(({ date }) => date === chosen) ?? free[0];
  const isOwn = ownZone === data.timezone;
  return (
    <div className="stack">
      {free.length === 0 && <p role="status">No time is free in the next {days} days.</p>}
      {free.length > 0 && (
        <fieldset className="field">
          <legend className="label">Day</legend>
          <div className="slot-times">
            {free.map(({ date, slots }) => (
              <Button key={date} small aria-pressed={date === day?.date} onClick={() => setChosen(date)}>
                {shortDay(date)} <span className="soft">{slots.length}</span>
              </Button>
            ))}
          </div>
        </fieldset>
      )}
      {days < DAYS.most && (
        <div>
          <Button small look="plain" onClick={() => setDays(Math.min(DAYS.most, days + DAYS.step))}>
            Look further ahead
          </Button>
        </div>
      )}
      {day && (
        <fieldset className="field">
          <legend className="label">
            Time in {data.timezone}
            {!isOwn && `, and yours in ${ownZone}`}
          </legend>
          <div className="slot-times">
            {day.slots.map(({ starts_at, start }) => (
              <Button key={starts_at} small aria-pressed={starts_at === value} onClick={() => onChoose(starts_at)}>
                {start}
                {!isOwn && <span className="soft">{clockAt(Date.parse(starts_at), ownZone)}</span>}
              </Button>
            ))}
          </div>
        </fieldset>
      )}
    </div>
  );
}
