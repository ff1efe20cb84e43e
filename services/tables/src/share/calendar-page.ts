import { DAY_MS } from '@space/time';
import { type Html, html, type PageLocale } from '@space/web';
import { groupSql } from '../query/aggregate-sql.ts';
import { filterSql } from '../query/filter-sql.ts';
import { forkQueryContext } from '../query/query-context.ts';
import { afterRead } from '../query/read-rows.queries.ts';
import type { Column } from '../schema/schema.ts';
import { findDays } from './calendar.queries.ts';
import { type CalendarEntry, type DateField, dateFieldOf, dayOf, entryOf, spanFilter } from './calendar-entries.ts';
import { type CalendarMode, type CalendarSpan, spanOf } from './calendar-span.ts';
import { cardName } from './card.ts';
import { buildViewQuery, columnOf, columnsFor, headingColumn, readRowsById, type SharedView } from './shared-view.ts';

/**
 * Renders rows by date as a month or a week, and as a list of days on small screens; as an agenda, it is such a list of a month on all
 * screens. A day shows its first entries and counts the rest. `?month=2026-03` and `?week=2026-03-02` select another span.
 */
export async function calendarPage(view: SharedView): Promise<Html> {
  const { locale } = view.page;
  const { labels, first_weekday } = locale;
  const start = dateFieldOf(view, 'start_column');
  if (!start) return html`<p class="none">${labels.share.calendar_broken}</p>`;
  const end = dateFieldOf(view, 'end_column');
  const color = columnOf(view, 'color_by');
  const mode = (view.config.default_mode ?? 'month') as CalendarMode;
  const span = spanOf(mode, view.query, view.now, first_weekday);
  const overlapping = filterSql(forkQueryContext(view.context), [spanFilter(start, end, span)]);
  const rowQuery = buildViewQuery(view, [{ column_key: start.key, direction: 'asc' }], overlapping);
  const dayOfField = ({ field }: DateField) => groupSql(rowQuery.context, field, 'day')!;
  const found = await findDays(
    view,
    rowQuery,
    { first: dayOfField(start), last: end && dayOfField(end) },
    span.days.map((day) => day.toString()),
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
    span,
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
  const isEmpty = ids.length === 0;
  const label = labelOf(locale, span);
  return html`${turnPart(view, span, label)}
${isEmpty && html`<p class="none">${mode === 'week' ? labels.share.nothing_this_week : labels.share.nothing_in(label)}</p>`}
${mode === 'agenda' ? !isEmpty && agendaPart(layout) : weeksPart(layout)}`;
}

const labelOf = (locale: PageLocale, { parameter, first, end }: CalendarSpan): string =>
  parameter === 'month'
    ? locale.monthName(dayNumber(first))
    : `${locale.shortDate(dayNumber(first))} – ${locale.shortDate(dayNumber(end) - 1)}`;

/** Renders the name of the span and links to others. */
function turnPart(view: SharedView, { parameter, previous, next }: CalendarSpan, label: string): Html {
  const { labels } = view.page.locale;
  const { share } = labels;
  const text =
    parameter === 'month'
      ? { all: share.months, now: share.this_month, previous: labels.previous_month, next: labels.next_month }
      : { all: share.weeks, now: share.this_week, previous: share.previous_week, next: share.next_week };
  const arrow = (to: string, rel: 'prev' | 'next', name: string) =>
    html`<a href="${view.path}?${parameter}=${to}" rel="${rel}" aria-label="${name}"><span aria-hidden="true">${rel === 'prev' ? '‹' : '›'}</span></a>`;
  return html`<nav class="turn" aria-label="${text.all}">
<div><h2>${label}</h2>
${view.query[parameter] !== undefined && html`<a href="${view.path}">${text.now}</a>`}</div>
${arrow(previous, 'prev', text.previous)}
${arrow(next, 'next', text.next)}
</nav>`;
}

function weeksPart(layout: CalendarLayout): Html {
  const { first_weekday, weekdays } = layout.view.page.locale;
  return html`<div class="weekdays" aria-hidden="true">${weekdays.map((_, at) => html`<div>${weekdays[(first_weekday + at) % 7]}</div>`)}</div>
<ol class="plain days month${layout.span.parameter === 'week' && ' week'}">
${layout.span.days.map((day) => dayPart(day, layout))}</ol>`;
}

function agendaPart(layout: CalendarLayout): Html {
  const days = layout.span.days.filter((day) => {
    const found = layout.days.get(day.toString());
    return isIn(day, layout.span) && found !== undefined && found.entries.length + found.more > 0;
  });
  return html`<ol class="plain days agenda">
${days.map((day) => dayPart(day, layout))}</ol>`;
}

const isIn = (day: Temporal.PlainDate, { first, end }: CalendarSpan): boolean =>
  Temporal.PlainDate.compare(day, first) >= 0 && Temporal.PlainDate.compare(day, end) < 0;

/** Returns the number of days since 1970-01-01. */
const dayNumber = ({ year, month, day }: Temporal.PlainDate): number => Date.UTC(year, month - 1, day) / DAY_MS;

interface CalendarLayout {
  readonly view: SharedView;
  readonly span: CalendarSpan;
  /** The entries that a day shows, and the number of the others. */
  readonly days: ReadonlyMap<string, { readonly entries: readonly CalendarEntry[]; readonly more: number }>;
  readonly color: Column | undefined;
  readonly heading: Column | undefined;
  readonly today: string;
}

function dayPart(day: Temporal.PlainDate, layout: CalendarLayout): Html {
  const { view, span, days, today } = layout;
  const { locale } = view.page;
  const name = day.toString();
  const { entries, more } = days.get(name) ?? { entries: [], more: 0 };
  const classes = [!isIn(day, span) && 'other', entries.length + more === 0 && 'empty', name === today && 'today']
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
  return html`<li class="${view.choices.of(option?.color) ?? 'plain'}">${color && option && html`<span class="hidden">${locale.labelled(color.label, option.name)}. </span>`}${first === day && time !== '' && html`<span class="time">${time}</span>`}<span>${cardName(view, row, heading)}</span></li>`;
}
