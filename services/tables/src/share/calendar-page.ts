import { DAY_MS } from '@space/time';
import { type Html, html } from '@space/web';
import { groupSql } from '../query/aggregate-sql.ts';
import { filterSql } from '../query/filter-sql.ts';
import { forkQueryContext } from '../query/query-context.ts';
import { afterRead } from '../query/read-rows.queries.ts';
import type { Column } from '../schema/schema.ts';
import { findDays } from './calendar.queries.ts';
import { type CalendarEntry, type DateField, dateFieldOf, dayOf, entryOf, monthFilter } from './calendar-entries.ts';
import { type Month, monthOf } from './calendar-month.ts';
import { cardName } from './card.ts';
import { buildViewQuery, columnOf, columnsFor, headingColumn, readRowsById, type SharedView } from './shared-view.ts';

/**
 * Renders rows by date as a month, and as a list of days on small screens. A day shows its first entries and counts the
 * rest. `?month=2026-03` selects another month.
 */
export async function calendarPage(view: SharedView): Promise<Html> {
  const { locale } = view.page;
  const { labels, first_weekday, weekdays } = locale;
  const start = dateFieldOf(view, 'start_column');
  if (!start) return html`<p class="none">${labels.share.calendar_broken}</p>`;
  const end = dateFieldOf(view, 'end_column');
  const color = columnOf(view, 'color_by');
  const month = monthOf(view.query.month, view.now, first_weekday);
  const overlapping = filterSql(forkQueryContext(view.context), [monthFilter(start, end, month)]);
  const rowQuery = buildViewQuery(view, [{ column_key: start.key, direction: 'asc' }], overlapping);
  const dayOfField = ({ field }: DateField) => groupSql(rowQuery.context, field, 'day')!;
  const found = await findDays(
    view,
    rowQuery,
    { first: dayOfField(start), last: end && dayOfField(end) },
    month.days.map((day) => day.toString()),
  );
  await afterRead(
    view.ports.database,
    rowQuery,
    found.reduce((sum, { total }) => sum + total, 0),
  );
  const ids = [...new Set(found.flatMap((day) => day.ids))];
  const read = await readRowsById(view, ids, columnsFor(view, start.key, end?.key, color?.key));
  const rows = new Map(read.map((row) => [row.id, row]));
  const layout: CalendarLayout = {
    view,
    month,
    color,
    heading: headingColumn(view),
    today: dayOf({ ...start, hasTime: true }, new Date(view.now).toISOString())!,
    days: new Map(
      found.map(({ day, total, ids: here }) => {
        const entries = here.flatMap((id) => rows.get(id) ?? []).map((row) => entryOf(locale, row, start, end));
        return [day, { entries, more: total - entries.length }];
      }),
    ),
  };
  const label = locale.monthName(dayNumber(Temporal.PlainDate.from(`${month.name}-01`)));
  return html`<nav aria-label="${labels.share.months}">
<h2>${label}</h2>
<a href="${view.path}?month=${month.previous}" rel="prev">${labels.previous_month}</a>
<a href="${view.path}?month=${month.next}" rel="next">${labels.next_month}</a>
${view.query.month !== undefined && html`<a href="${view.path}">${labels.share.this_month}</a>`}
</nav>
${ids.length === 0 && html`<p class="none">${labels.share.nothing_in(label)}</p>`}
<div class="weekdays" aria-hidden="true">${weekdays.map((_, at) => html`<div>${weekdays[(first_weekday + at) % 7]}</div>`)}</div>
<ol class="plain month">
${month.days.map((day) => dayPart(day, layout))}</ol>`;
}

/** Returns the number of days since 1970-01-01. */
const dayNumber = ({ year, month, day }: Temporal.PlainDate): number => Date.UTC(year, month - 1, day) / DAY_MS;

interface CalendarLayout {
  readonly view: SharedView;
  readonly month: Month;
  /** The entries that a day shows, and the number of the others. */
  readonly days: ReadonlyMap<string, { readonly entries: readonly CalendarEntry[]; readonly more: number }>;
  readonly color: Column | undefined;
  readonly heading: Column | undefined;
  readonly today: string;
}

function dayPart(day: Temporal.PlainDate, layout: CalendarLayout): Html {
  const { view, month, days, today } = layout;
  const { locale } = view.page;
  const name = day.toString();
  const { entries, more } = days.get(name) ?? { entries: [], more: 0 };
  const classes = [!month.isIn(day) && 'other', entries.length + more === 0 && 'empty', name === today && 'today']
    .filter(Boolean)
    .join(' ');
  return html`<li class="${classes}">
<h3><time datetime="${name}"><span class="whole">${locale.longDate(dayNumber(day))}</span><span class="short" aria-hidden="true">${locale.number(day.day)}</span></time></h3>
${entries.length > 0 && html`<ul class="plain">${entries.map((entry) => entryPart(entry, name, layout))}</ul>`}${more > 0 && html`<p class="more">${locale.labels.share.more(locale.number(more))}</p>`}
</li>
`;
}

function entryPart({ row, first, time }: CalendarEntry, day: string, { view, color, heading }: CalendarLayout): Html {
  const { locale } = view.page;
  const option = color?.options.find(({ id }) => id === row.data[color.key]);
  return html`<li class="${view.choices.of(option?.color) ?? 'plain'}">${color && option && html`<span class="hidden">${locale.labels.share.named(color.label)} ${option.name}. </span>`}${first === day && time !== '' && html`<span class="time">${time}</span>`}<span>${cardName(view, row, heading)}</span></li>`;
}
