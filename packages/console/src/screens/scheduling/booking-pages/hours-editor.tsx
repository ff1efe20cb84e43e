import { Plus, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '../../../parts/button.tsx';
import { TextField } from '../../../parts/field.tsx';
import { Tick } from '../../../parts/tick.tsx';
import { ZoneField } from '../../../parts/zone-field.tsx';
import { type Hours, minutesOf, nextHours, type Weekday, weekdays } from './hours.ts';
import type { Override, PageValues } from './page-values.ts';

/** Props of a tab of the editor of a booking page. */
export interface EditorTabProps {
  readonly values: PageValues;
  readonly set: (change: Partial<PageValues>) => void;
  readonly faultOf: (...paths: readonly string[]) => string | undefined;
}

const labelOf = (day: Weekday): string => day.charAt(0).toUpperCase() + day.slice(1);

/** Renders the hours of a booking page: its zone, the hours of each day of the week, and days that are different. */
export function HoursEditor({ values, set, faultOf }: EditorTabProps): ReactElement {
  const { week, overrides } = values;
  const fault = faultOf('availability');
  const setDay = (day: Weekday, hours: readonly Hours[]) => set({ week: { ...week, [day]: hours } });
  const setOverride = (at: number, change: Partial<Override>) =>
    set({ overrides: overrides.map((one, index) => (index === at ? { ...one, ...change } : one)) });
  return (
    <>
      <ZoneField
        value={values.timezone}
        help="The hours are by the clock of this zone, also when the clocks change."
        fault={faultOf('timezone')}
        onChange={(timezone) => set({ timezone })}
      />
      {fault && (
        <p className="notice bad" role="alert">
          {fault}
        </p>
      )}
      <div className="week-hours">
        {weekdays.map((day, at) => (
          <fieldset key={day}>
            <legend>{labelOf(day)}</legend>
            <Windows label={labelOf(day)} hours={week[day]} onChange={(hours) => setDay(day, hours)} />
            {at > 0 && JSON.stringify(week[day]) !== JSON.stringify(week[weekdays[at - 1]!]) && (
              <Button small look="plain" onClick={() => setDay(day, week[weekdays[at - 1]!])}>
                As {labelOf(weekdays[at - 1]!)}
              </Button>
            )}
          </fieldset>
        ))}
      </div>
      <h3>Days that are different</h3>
      {overrides.length === 0 && (
        <p className="soft">Holidays and other exceptions stand here. Such a day replaces the hours of its week.</p>
      )}
      {overrides.map(({ date, windows }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity but its place
        <fieldset key={at} className="override">
          <legend className="hidden-text">Exception {at + 1}</legend>
          <TextField
            label="Day"
            type="date"
            required
            fault={faultOf(`availability.overrides.${at}`)}
            value={date}
            onChange={(event) => setOverride(at, { date: event.target.value })}
          />
          <div className="stack">
            <Tick
              label="Day off"
              checked={windows.length === 0}
              onChange={(isOff) => setOverride(at, { windows: isOff ? [] : [nextHours([])] })}
            />
            {windows.length > 0 && (
              <Windows label={date || 'this day'} hours={windows} onChange={(next) => setOverride(at, { windows: next })} />
            )}
          </div>
          <Button small onClick={() => set({ overrides: overrides.filter((_, index) => index !== at) })}>
            Remove<span className="hidden-text"> the exception of {date}</span>
          </Button>
        </fieldset>
      ))}
      <div>
        <Button onClick={() => set({ overrides: [...overrides, { date: '', windows: [] }] })}>
          <Plus size={16} aria-hidden="true" />
          Add a day
        </Button>
      </div>
    </>
  );
}

interface WindowsProps {
  readonly label: string;
  readonly hours: readonly Hours[];
  readonly onChange: (hours: readonly Hours[]) => void;
}

/** Renders the windows of one day, each with its start and its end. */
function Windows({ label, hours, onChange }: WindowsProps): ReactElement {
  const change = (at: number, next: Partial<Hours>) => onChange(hours.map((one, index) => (index === at ? { ...one, ...next } : one)));
  return (
    <div className="windows">
      {hours.length === 0 && <span className="soft">No hours</span>}
      {hours.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a window has no identity but its place
        <span key={at} className="window">
          <input
            type="time"
            className="input"
            aria-label={`${label}, from`}
            value={one.start}
            onChange={(event) => change(at, { start: event.target.value })}
          />
          <span aria-hidden="true">–</span>
          <input
            type="time"
            className="input"
            aria-label={`${label}, until`}
            value={one.end}
            onChange={(event) => change(at, { end: event.target.value })}
          />
          <Button
            small
            look="plain icon"
            aria-label={`Remove ${one.start} to ${one.end} on ${label}`}
            onClick={() => onChange(hours.filter((_, index) => index !== at))}
          >
            <X size={14} aria-hidden="true" />
          </Button>
          {one.start !== '' && one.end !== '' && one.end <= one.start && minutesOf(one) < 1_440 && one.end !== '00:00' && (
            <span className="soft">next day</span>
          )}
        </span>
      ))}
      <Button small look="plain icon" aria-label={`Add hours on ${label}`} onClick={() => onChange([...hours, nextHours(hours)])}>
        <Plus size={14} aria-hidden="true" />
      </Button>
    </div>
  );
}
