import { type ReactElement, useState } from 'react';
import { addDays, daysBetween } from '../../../dates/days.ts';
import { TextField } from '../../../parts/field.tsx';
import { SelectField } from '../../../parts/select-field.tsx';
import { TextArea } from '../../../parts/text-area.tsx';
import { Tick } from '../../../parts/tick.tsx';
import { ZoneField } from '../../../parts/zone-field.tsx';
import { clockAt, dayAt, instantAt, isDay } from '../times/days.ts';
import { categoryChoices } from './calendar-filter.tsx';
import { type EventValues, timeFault } from './event-values.ts';
import { usualRules } from './move.ts';

/** Props of the fields of an event; `faultOf` returns what the service refused in one of some fields. */
export interface EventFieldsProps {
  readonly values: EventValues;
  readonly onChange: (values: EventValues) => void;
  readonly faultOf: (...paths: readonly string[]) => string | undefined;
}

const CUSTOM = 'custom';

/** Renders the fields of an event. A later start takes the end along, so that the length stays. */
export function EventFields({ values, onChange, faultOf }: EventFieldsProps): ReactElement {
  const { all_day, start_date, rrule } = values;
  const faults = timeFault(values);
  const set = (change: Partial<EventValues>) => onChange({ ...values, ...change });
  const rules = usualRules(isDay(start_date) ? start_date : '2026-01-01');
  const [isCustom, setCustom] = useState(() => !rules.some(([rule]) => rule === rrule));
  return (
    <>
      <TextField
        label="Title"
        required
        maxLength={300}
        fault={faultOf('title')}
        value={values.title}
        onChange={(event) => set({ title: event.target.value })}
      />
      <Tick label="All day" checked={all_day} onChange={(checked) => set({ all_day: checked })} />
      <div className="cal-times">
        <TextField
          label="First day"
          type="date"
          required
          fault={faultOf('starts_at', 'start_date')}
          value={start_date}
          onChange={(event) => onChange(withStart(values, { start_date: event.target.value }))}
        />
        {!all_day && (
          <TextField
            label="Start"
            type="time"
            required
            value={values.start_time}
            onChange={(event) => onChange(withStart(values, { start_time: event.target.value }))}
          />
        )}
        <TextField
          label="Last day"
          type="date"
          required
          fault={faults.end ?? faultOf('ends_at', 'end_date')}
          value={values.end_date}
          onChange={(event) => set({ end_date: event.target.value })}
        />
        {!all_day && (
          <TextField label="End" type="time" required value={values.end_time} onChange={(event) => set({ end_time: event.target.value })} />
        )}
      </div>
      <SelectField
        label="Repeats"
        value={isCustom ? CUSTOM : rrule}
        choices={[...rules, [CUSTOM, 'By a rule of RFC 5545']]}
        onChoose={(value) => {
          setCustom(value === CUSTOM);
          if (value !== CUSTOM) set({ rrule: value });
        }}
      />
      {isCustom && (
        <TextField
          label="Rule"
          placeholder="FREQ=MONTHLY;BYDAY=1MO"
          maxLength={500}
          fault={faultOf('rrule')}
          value={rrule}
          onChange={(event) => set({ rrule: event.target.value })}
        />
      )}
      <div className="cal-times">
        <SelectField label="Kind" value={values.category} choices={categoryChoices} onChoose={(category) => set({ category })} />
        <ZoneField value={values.timezone} fault={faults.timezone ?? faultOf('timezone')} onChange={(timezone) => set({ timezone })} />
      </div>
      <Tick label="Busy: booking pages do not offer this time" checked={values.is_busy} onChange={(is_busy) => set({ is_busy })} />
      <TextField
        label="Place"
        maxLength={500}
        fault={faultOf('location')}
        value={values.location}
        onChange={(event) => set({ location: event.target.value })}
      />
      <TextArea
        label="Details"
        maxLength={8_000}
        fault={faultOf('description')}
        value={values.description}
        onChange={(event) => set({ description: event.target.value })}
      />
      <TextField
        label="Calendar"
        required
        maxLength={64}
        help="A person or a room can have a calendar of its own; the usual one is “default”."
        fault={faultOf('calendar')}
        value={values.calendar}
        onChange={(event) => set({ calendar: event.target.value })}
      />
    </>
  );
}

/** Returns the values with another start and the length as before. */
function withStart(values: EventValues, change: Partial<Pick<EventValues, 'start_date' | 'start_time'>>): EventValues {
  const next = { ...values, ...change };
  const { start_date, start_time, end_date, end_time, timezone } = values;
  if (
    ![start_date, end_date, next.start_date].every(isDay) ||
    timeFault(values).timezone ||
    start_time === '' ||
    next.start_time === '' ||
    end_time === ''
  )
    return next;
  if (values.all_day) return { ...next, end_date: addDays(next.start_date, Math.max(0, daysBetween(start_date, end_date))) };
  const length = Math.max(0, instantAt(end_date, end_time, timezone) - instantAt(start_date, start_time, timezone));
  const end = instantAt(next.start_date, next.start_time, timezone) + length;
  return { ...next, end_date: dayAt(end, timezone), end_time: clockAt(end, timezone) };
}
