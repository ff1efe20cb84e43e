import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import './calendar.css';
import { addDays, addMonths, type Day, weekOf } from '../../../dates/days.ts';
import { Button } from '../../../parts/button.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SameCall } from '../../../parts/same-call.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { type Codec, flag, oneOf, text } from '../../../routing/search-params.ts';
import { useSearchParams } from '../../../routing/use-search-params.ts';
import { PageHead } from '../../../shell/page-head.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { isDay } from '../times/days.ts';
import { monthName, shortDay } from '../times/labels.ts';
import { todayIn } from '../times/now.ts';
import { useOwnZone } from '../times/use-zone.ts';
import { AgendaView } from './agenda-view.tsx';
import { CalendarFilter, categories } from './calendar-filter.tsx';
import { AGENDA_DAYS, entriesQuery, rangeOf, type Shown, type View, views } from './calendar-query.ts';
import { dayAndTime, type Entry, keyOf } from './entry.ts';
import { MOVE_HELP_ID } from './entry-button.tsx';
import { EntryDrawer } from './entry-drawer.tsx';
import { MonthView } from './month-view.tsx';
import { NewEventDialog } from './new-event-dialog.tsx';
import { SeriesDialog } from './series-dialog.tsx';
import { parseSpan, spanWord } from './span-word.ts';
import { useMove } from './use-move.ts';
import { WeekView } from './week-view.tsx';

const aDay: Codec<Day> = { parse: (value) => (isDay(value) ? value : undefined), format: (value) => value };
const params = { view: oneOf(views), day: aDay, utc: flag, category: oneOf(categories), search: text, open: text, new: text };

const isPhone = (): boolean => matchMedia('(max-width: 719px)').matches;

/** Renders the calendar by month, by week or as an agenda. View, day, zone, filter and the opened entry stand in the address. */
export function CalendarScreen(): ReactElement {
  const space = useSpace();
  const ownZone = useOwnZone();
  const [values, setParams] = useSearchParams(params);
  const timezone = values.utc ? 'UTC' : ownZone;
  const today = todayIn(timezone);
  const { view = isPhone() ? 'agenda' : 'week', day = today, category, search, open } = values;
  const [start_date, end_date] = rangeOf(view, day);
  const shown: Shown = { start_date, end_date, timezone, ...(category && { category }), ...(search && { search }) };
  const { data, error, refetch } = useQuery(entriesQuery(space.id, shown));
  const mover = useMove(timezone);
  const canWrite = space.scopes.includes('calendar:write');
  const entries = data?.entries.map((entry) => placed(entry, mover.saving));
  const opened = open === undefined ? undefined : (entries?.find((entry) => keyOf(entry) === open) ?? open);
  const step = (count: number): Day =>
    view === 'month' ? addMonths(day, count) : addDays(day, count * (view === 'week' ? 7 : AGENDA_DAYS));
  const create = canWrite && (
    <Button look="primary" onClick={() => setParams({ new: 'now' })}>
      <Plus size={16} aria-hidden="true" />
      New event
    </Button>
  );
  const viewProps = {
    day,
    today,
    timezone,
    mover: canWrite ? mover : undefined,
    onOpen: (entry: Entry) => setParams({ open: keyOf(entry) }),
    onCreate: canWrite ? (span: Parameters<typeof spanWord>[0]) => setParams({ new: spanWord(span) }) : undefined,
    onDay: (one: Day) => setParams({ view: 'agenda', day: one }),
  };
  const Chosen = { month: MonthView, week: WeekView, agenda: AgendaView }[view];
  return (
    <>
      <PageHead
        title="Calendar"
        about="Events and bookings of this Space. Busy times are not offered on booking pages of the same calendar."
      >
        <SameCall contract="calendar" name="list" args={{ ...shown }} />
        {create}
      </PageHead>
      <div className="cal-bar">
        <div className="row">
          <Button look="icon" aria-label="Earlier" onClick={() => setParams({ day: step(-1) })}>
            <ChevronLeft size={16} aria-hidden="true" />
          </Button>
          <Button onClick={() => setParams({ day: undefined })}>Today</Button>
          <Button look="icon" aria-label="Later" onClick={() => setParams({ day: step(1) })}>
            <ChevronRight size={16} aria-hidden="true" />
          </Button>
          <h2 aria-live="polite">{rangeName(view, day)}</h2>
        </div>
        <div className="row">
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has no layout in a row */}
          <div className="row" role="group" aria-label="View">
            {views.map((one) => (
              <Button key={one} aria-pressed={one === view} onClick={() => setParams({ view: one })}>
                {one.charAt(0).toUpperCase() + one.slice(1)}
              </Button>
            ))}
          </div>
          <Button aria-pressed={values.utc === true} title={`Your zone is ${ownZone}.`} onClick={() => setParams({ utc: !values.utc })}>
            UTC
          </Button>
        </div>
      </div>
      <CalendarFilter category={category} search={search} timezone={timezone} onChange={(change) => setParams(change, { replace: true })} />
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {data?.is_cut && (
        <p className="notice warn" role="status">
          Only the first {data.entries.length} entries are shown. Choose a week or a filter.
        </p>
      )}
      {entries ? <Chosen {...viewProps} entries={entries} /> : !error && <Skeleton />}
      {canWrite && view !== 'agenda' && (
        <p className="soft" id={MOVE_HELP_ID}>
          Drag an entry, or move the focused one with the arrow keys: Enter saves, Escape leaves it. In a week, Shift with up or down
          changes the end.
        </p>
      )}
      <p className="hidden-text" role="status">
        {mover.draft && `${mover.draft.entry.title}: ${dayAndTime(mover.draft.span, timezone)}. Enter saves.`}
      </p>
      {values.new !== undefined && (
        <NewEventDialog
          span={parseSpan(values.new, view === 'agenda' || weekOf(day).includes(today) ? today : day, timezone)}
          timezone={timezone}
          onClose={() => setParams({ new: undefined }, { replace: true })}
        />
      )}
      {opened !== undefined && (
        <EntryDrawer opened={opened} timezone={timezone} mover={mover} onClose={() => setParams({ open: undefined }, { replace: true })} />
      )}
      {mover.asked && <SeriesDialog mover={mover} move={mover.asked} timezone={timezone} />}
    </>
  );
}

/** Returns an entry at the time that is being saved for it. */
function placed(entry: Entry, saving: ReturnType<typeof useMove>['saving']): Entry {
  if (!saving || keyOf(saving.entry) !== keyOf(entry)) return entry;
  const { span } = saving;
  return span.kind === 'days'
    ? { ...entry, start_date: span.first, end_date: span.last }
    : { ...entry, starts_at: new Date(span.start).toISOString(), ends_at: new Date(span.end).toISOString() };
}

function rangeName(view: View, day: Day): string {
  if (view === 'month') return monthName(day);
  const [first, last] = rangeOf(view, day);
  return `${shortDay(first)} – ${shortDay(last)} ${last.slice(0, 4)}`;
}
