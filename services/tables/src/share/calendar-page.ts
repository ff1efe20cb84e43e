import { type Html, html, type Part } from '@space/web';
import { groupSql } from '../query/aggregate-sql.ts';
import { filterSql } from '../query/filter-sql.ts';
import { forkQueryContext } from '../query/query-context.ts';
import { afterRead } from '../query/read-rows.queries.ts';
import type { Column } from '../schema/schema.ts';
import { findDays } from './calendar.queries.ts';
import { type CalendarEntry, type DateField, dateFieldOf, dayOf, entryOf, monthFilter } from './calendar-entries.ts';
import { type Month, monthOf, weekdays } from './calendar-month.ts';
import { cardName } from './card.ts';
import { dot } from './cell-html.ts';
import type { SharedRow } from './shared-rows.ts';
import { buildViewQuery, columnOf, columnsFor, headingColumn, readRowsById, type SharedView } from './shared-view.ts';

/**
 * Renders rows by date as a month, and as a list of days on small screens. A day shows its first entries and counts the
 * rest. `?month=2026-03` selects another month.
 */
export async function calendarPage(view: SharedView): Promise<Html> {
  const start = dateFieldOf(view, 'start_column');
  if (!start) return html`<p class="none">This calendar cannot be shown: the column of its dates was deleted.</p>`;
  const end = dateFieldOf(view, 'end_column');
  const color = columnOf(view, 'color_by');
  const month = monthOf(view.query.month, view.now);
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
    month,
    color,
    heading: headingColumn(view),
    today: dayOf({ ...start, hasTime: true }, new Date(view.now).toISOString())!,
    days: new Map(
      found.map(({ day, total, ids: here }) => {
        const entries = here.flatMap((id) => rows.get(id) ?? []).map((row) => entryOf(row, start, end));
        return [day, { entries, more: total - entries.length }];
      }),
    ),
  };
  return html`<nav aria-label="Months">
<h2>${month.label}</h2>
<a href="${view.path}?month=${month.previous}" rel="prev">Previous month</a>
<a href="${view.path}?month=${month.next}" rel="next">Next month</a>
${view.query.month !== undefined && html`<a href="${view.path}">This month</a>`}
</nav>
${ids.length === 0 && html`<p class="none">There is nothing in ${month.label}.</p>`}
<div class="weekdays" aria-hidden="true">${weekdays.map((name) => html`<div>${name.slice(0, 3)}</div>`)}</div>
<ol class="plain month">
${month.days.map((day) => dayPart(day, layout))}</ol>`;
}

interface CalendarLayout {
  readonly month: Month;
  /** The entries that a day shows, and the number of the others. */
  readonly days: ReadonlyMap<string, { readonly entries: readonly CalendarEntry[]; readonly more: number }>;
  readonly color: Column | undefined;
  readonly heading: Column | undefined;
  readonly today: string;
}

function dayPart(day: Temporal.PlainDate, { month, days, color, heading, today }: CalendarLayout): Html {
  const name = day.toString();
  const { entries, more } = days.get(name) ?? { entries: [], more: 0 };
  const classes = [!month.isIn(day) && 'other', entries.length + more === 0 && 'empty', name === today && 'today']
    .filter(Boolean)
    .join(' ');
  return html`<li class="${classes}">
<h3><time datetime="${name}"><span class="weekday">${weekdays[day.dayOfWeek - 1]} </span>${day.day}<span class="hidden"> ${day.toLocaleString('en-GB', { month: 'long' })}</span></time></h3>
${entries.length > 0 && html`<ul class="plain">${entries.map((entry) => entryPart(entry, name, color, heading))}</ul>`}${more > 0 && html`<p class="more">and ${more} more</p>`}
</li>
`;
}

const entryPart = ({ row, first, time }: CalendarEntry, day: string, color: Column | undefined, heading: Column | undefined): Html =>
  html`<li>${color && colorOf(row, color)}${first === day && time !== '' && html`<span class="time">${time}</span>`}<span>${cardName(row, heading)}</span></li>`;

function colorOf(row: SharedRow, column: Column): Part {
  const option = column.options.find(({ id }) => id === row.data[column.key]);
  return option && html`${dot(option.color)}<span class="hidden">${column.label}: ${option.name}. </span>`;
}
