import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactElement, use } from 'react';
import type { Day } from '../../../dates/days.ts';
import { Button } from '../../../parts/button.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { Timezone } from '../../../parts/time-ago.tsx';
import { type Codec, oneOf } from '../../../routing/search-params.ts';
import { useSearchParams } from '../../../routing/use-search-params.ts';
import { useSpace } from '../../../shell/session.tsx';
import type { ViewBodyProps } from '../table/view-body.ts';
import { CalendarAgenda } from './calendar-agenda.tsx';
import { dayAt, isDay, type Mode, modes, moved, spanOf, spanText } from './calendar-days.ts';
import { type CalendarColumns, entriesByDay, spanFilters } from './calendar-entries.ts';
import { CalendarGrid } from './calendar-grid.tsx';
import { columnOf, configOf, isDateColumn } from './view-config.ts';
import { allRowsQuery } from './view-rows.ts';
import './views.css';

const day: Codec<Day> = { parse: (value) => (isDay(value) ? value : undefined), format: (value) => value };

const params = { day, mode: oneOf(modes) };

/** The rows that are read at most for one span: pages of so many rows. */
const [MAX_PAGES, PAGE_SIZE] = [10, 100];

/** Renders the rows of a view by the days of a column: a month, a week, or a list of days. */
export function CalendarView(props: ViewBodyProps): ReactElement {
  const { table, view } = props;
  const { start_column, end_column } = configOf(view);
  const start = columnOf(table, start_column);
  const end = columnOf(table, end_column);
  if (!start || !isDateColumn(start))
    return <p className="notice warn">This calendar needs a column of dates. Choose one in the settings of the view.</p>;
  return <Span {...props} columns={{ start, end: end && isDateColumn(end) ? end : undefined }} />;
}

function Span({ table, view, onOpenRow, columns }: ViewBodyProps & { readonly columns: CalendarColumns }): ReactElement {
  const space = useSpace();
  const timezone = use(Timezone);
  const [{ day: chosen, mode: wanted }, setParams] = useSearchParams(params);
  const config = configOf(view);
  const mode: Mode = wanted ?? config.default_mode ?? 'month';
  const today = dayAt(new Date(), timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
  const current = chosen ?? today;
  const [first, last] = spanOf(mode, current);
  const keys = [columns.start.key, columns.end?.key, config.color_by];
  const selection = { filters: spanFilters(columns, first, last), keys, limit: PAGE_SIZE };
  const ordered = config.sort?.length
    ? view
    : { ...view, config: { ...view.config, sort: [{ column_key: columns.start.key, direction: 'asc' as const }] } };
  const { data, error, refetch } = useQuery({
    ...allRowsQuery(space.id, table, ordered as typeof view, selection, MAX_PAGES),
    placeholderData: (previous) => previous,
  });
  const go = (to: Day) => setParams({ day: to === today ? undefined : to }, { replace: true });
  const turn = (by: -1 | 1) => go(moved(mode, current, by));
  const shown = { table, columns, onOpenRow, first, last, today, month: current.slice(0, 7), colorBy: columnOf(table, config.color_by) };
  return (
    <section
      className="stack"
      aria-label={view.name}
      onKeyDown={(event) => {
        if (event.altKey || event.ctrlKey || event.metaKey || !['PageUp', 'PageDown'].includes(event.key)) return;
        event.preventDefault();
        turn(event.key === 'PageUp' ? -1 : 1);
      }}
    >
      <div className="row">
        <Button look="icon" aria-label={`Earlier ${mode === 'week' ? 'week' : 'month'}`} onClick={() => turn(-1)}>
          <ChevronLeft size={16} aria-hidden="true" />
        </Button>
        <Button look="icon" aria-label={`Later ${mode === 'week' ? 'week' : 'month'}`} onClick={() => turn(1)}>
          <ChevronRight size={16} aria-hidden="true" />
        </Button>
        <Button onClick={() => go(today)}>Today</Button>
        <h2 className="span-name" aria-live="polite">
          {spanText(mode, current)}
        </h2>
        <div className="row modes">
          {modes.map((one) => (
            <Button key={one} small aria-pressed={one === mode} onClick={() => setParams({ mode: one }, { replace: true })}>
              {one.charAt(0).toUpperCase() + one.slice(1)}
            </Button>
          ))}
        </div>
      </div>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton />}
      {data?.hasMore && (
        <p className="notice warn">
          This span has more than {MAX_PAGES * PAGE_SIZE} rows. The first of them are shown. Filter the view to see others.
        </p>
      )}
      {data?.rows.length === 0 && mode !== 'agenda' && <p className="soft">No row is in this {mode}.</p>}
      {data &&
        (mode === 'agenda' ? (
          <CalendarAgenda {...shown} entries={entriesByDay(data.rows, columns, first, last)} />
        ) : (
          <CalendarGrid {...shown} entries={entriesByDay(data.rows, columns, first, last)} isMonth={mode === 'month'} />
        ))}
    </section>
  );
}
