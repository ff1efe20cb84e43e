import { dateOf, dayOf, isoMinute, type MinuteZone } from '@space/time';
import { type Html, html, type PageContext, type Part } from '@space/web';
import type { AvailableMonth } from './available-month.ts';
import { clockText, offsetName } from './format-time.ts';
import { zoneNames } from './zone-names.ts';

/** The times of a page to choose from. */
export interface TimeChoice {
  readonly context: PageContext;
  /** The path of the page; links append the selection. */
  readonly path: string;
  /** Parameters that every link repeats. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly zone: MinuteZone;
  readonly now: number;
  readonly available: AvailableMonth;
  /** True to show the number of seats left. */
  readonly is_group: boolean;
}

/**
 * Returns a month and, next to it on a wide screen, the times of a day, with the zone below the month. All of it is links and a form, so no
 * script is needed.
 */
export function timeChoiceHtml(choice: TimeChoice): Html {
  const { day } = choice.available;
  return html`<div class="choice-of-time">
<div class="times">
<section aria-labelledby="month">
${monthHtml(choice)}
${zoneForm(choice)}
</section>
<section aria-labelledby="day" id="times">
${day === undefined ? emptyMonth(choice) : dayHtml(choice, day)}
</section>
</div>
</div>`;
}

/** Returns the address of the page with a selection; without one, that of the page. */
export const timeLink = (
  { path, parameters, zone }: Pick<TimeChoice, 'path' | 'parameters' | 'zone'>,
  chosen: Readonly<Record<string, string>> = {},
): string => `${path}?${new URLSearchParams({ timezone: zone.name, ...parameters, ...chosen })}`;

/** Returns the zone as one quiet line, which opens to a list of zones. */
function zoneForm({ context: { locale }, path, parameters = {}, zone, now, available: { month, day } }: TimeChoice): Html {
  const { labels } = locale;
  return html`<details class="zone">
<summary><span class="hidden">${locale.labelled(labels.timezone, '')}</span>${zone.name.replaceAll('_', ' ')} <span class="whole">(${offsetName(zone, now)})</span></summary>
<form method="get" action="${path}">
<label class="name" for="timezone">${labels.timezone}</label>
<div class="row"><select id="timezone" name="timezone">${zoneNames(zone.name).map((name) => html`<option${name === zone.name && html` selected`}>${name}</option>`)}</select>
<input type="hidden" name="month" value="${month.name}">${day !== undefined && html`<input type="hidden" name="date" value="${dateOf(day)}">`}${Object.entries(
    parameters,
  ).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button class="second" type="submit">${labels.show_times}</button></div>
<p class="help">${labels.now_there(clockText(locale, zone, now), offsetName(zone, now))}</p>
</form>
</details>`;
}

function monthHtml(choice: TimeChoice): Html {
  const { locale } = choice.context;
  const { labels, first_weekday, weekdays } = locale;
  const { month, day: chosen, by_day, last } = choice.available;
  const today = dayOf(choice.zone.wallAt(choice.now));
  const isFirst = today >= month.first;
  const isLast = last < month.after;
  const cell = (day: number): Html => {
    if (!month.has(day)) return html`<td></td>`;
    const number = Number(dateOf(day).slice(8));
    const count = by_day.get(day)?.length ?? 0;
    if (count === 0) return html`<td><span class="none"${day === today && html` aria-current="date"`}>${number}</span></td>`;
    return html`<td><a href="${timeLink(choice, { month: month.name, date: dateOf(day) })}#times"${day === chosen && html` class="chosen" aria-current="true"`} aria-label="${labels.times_on(locale.longDate(day), count)}">${number}</a></td>`;
  };
  const turn = (label: string, to: string, arrow: string): Html =>
    html`<a href="${timeLink(choice, { month: to })}#month" aria-label="${label}"><span aria-hidden="true">${arrow}</span></a>`;
  return html`<div class="turn">
<h2 id="month">${locale.monthName(month.first)}</h2>
<p>${!isFirst && turn(labels.previous_month, month.previous, '‹')}
${!isLast && turn(labels.next_month, month.next, '›')}</p>
</div>
<table class="days">
<thead><tr>${weekdays.map((_, at) => html`<th scope="col">${weekdays[(at + first_weekday) % 7]}</th>`)}</tr></thead>
<tbody>${month.weeksFrom(first_weekday).map((week) => html`<tr>${week.map(cell)}</tr>\n`)}</tbody>
</table>`;
}

function dayHtml(choice: TimeChoice, day: number): Html {
  const { zone, is_group } = choice;
  const { locale } = choice.context;
  const { by_day, first } = choice.available;
  const free = by_day.get(day) ?? [];
  if (free.length === 0)
    return html`<h2 id="day">${locale.longDate(day)}</h2>
<p class="soft">${locale.labels.nothing_on_day}${first !== undefined && html` ${firstLink(choice, first)}`}</p>`;
  return html`<h2 id="day">${locale.longDate(day)}</h2>
<ul class="slots">${free.map(
    ({ start, seats_left }) =>
      html`<li><a href="${timeLink(choice, { start: isoMinute(start) })}">${clockText(locale, zone, start)}${
        is_group && html` <small>${locale.labels.seats(seats_left)}</small>`
      }</a></li>\n`,
  )}</ul>`;
}

function emptyMonth(choice: TimeChoice): Part {
  const { labels, monthName } = choice.context.locale;
  const { month, first } = choice.available;
  return html`<h2 id="day">${labels.no_times}</h2>
<p class="soft">${labels.nothing_in(monthName(month.first))}${first !== undefined && html` ${firstLink(choice, first)}`}</p>`;
}

function firstLink(choice: TimeChoice, day: number): Html {
  const { labels, longDate } = choice.context.locale;
  return html`<a href="${timeLink(choice, { month: dateOf(day).slice(0, 7), date: dateOf(day) })}#times">${labels.first_free(longDate(day))}</a>`;
}
