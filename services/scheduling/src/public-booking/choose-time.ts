import { type Html, html, type Part } from '@space/web';
import type { MinuteZone } from '../slots/minute-zone.ts';
import { dateOf, dayOf, isoMinute } from '../slots/wall-clock.ts';
import type { AvailableMonth } from './available-month.ts';
import { clockText, offsetName } from './format-time.ts';
import { longDate, type Month } from './month.ts';
import { zoneNames } from './zone-names.ts';

/** The times of a page to choose from. */
export interface TimeChoice {
  /** The path of the page; links append the selection. */
  readonly path: string;
  readonly zone: MinuteZone;
  readonly now: number;
  readonly available: AvailableMonth;
  /** True to show the number of seats left. */
  readonly is_group: boolean;
}

const letters = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Returns a zone selector, a month and the times of a day. All of it is links and a form, so no script is needed. */
export function timeChoiceHtml(choice: TimeChoice): Html {
  const { month, day } = choice.available;
  return html`${zoneForm(choice, month, day)}
<div class="times">
<section aria-labelledby="month">
${monthHtml(choice)}
</section>
<section aria-labelledby="day" id="times">
${day === undefined ? emptyMonth(choice) : dayHtml(choice, day)}
</section>
</div>`;
}

/** Returns the address of the page with a selection. */
const link = ({ path, zone }: TimeChoice, chosen: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams({ timezone: zone.name, ...chosen })}`;

function zoneForm({ path, zone, now }: TimeChoice, month: Month, day: number | undefined): Html {
  return html`<form class="zone" method="get" action="${path}">
<label class="name" for="timezone">Time zone</label>
<div class="row"><select id="timezone" name="timezone">${zoneNames(zone.name).map((name) => html`<option${name === zone.name && html` selected`}>${name}</option>`)}</select>
<input type="hidden" name="month" value="${month.name}">${day !== undefined && html`<input type="hidden" name="date" value="${dateOf(day)}">`}
<button class="second" type="submit">Show times</button></div>
<p class="help">It is ${clockText(zone, now)} there now (${offsetName(zone, now)}).</p>
</form>`;
}

function monthHtml(choice: TimeChoice): Html {
  const { month, day: chosen, by_day, last } = choice.available;
  const today = dayOf(choice.zone.wallAt(choice.now));
  const isFirst = today >= month.first;
  const isLast = last < month.after;
  const cell = (day: number): Html => {
    if (!month.has(day)) return html`<td></td>`;
    const number = Number(dateOf(day).slice(8));
    const count = by_day.get(day)?.length ?? 0;
    if (count === 0) return html`<td><span class="none"${day === today && html` aria-current="date"`}>${number}</span></td>`;
    return html`<td><a href="${link(choice, { month: month.name, date: dateOf(day) })}#times"${day === chosen && html` class="chosen" aria-current="true"`} aria-label="${longDate(day)}, ${count === 1 ? 'one time' : `${count} times`}">${number}</a></td>`;
  };
  return html`<div class="turn">
<h2 id="month">${month.label}</h2>
<p>${!isFirst && html`<a href="${link(choice, { month: month.previous })}#month">Previous month</a>`}
${!isLast && html`<a href="${link(choice, { month: month.next })}#month">Next month</a>`}</p>
</div>
<table class="days">
<thead><tr>${letters.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${month.weeks.map((week) => html`<tr>${week.map(cell)}</tr>\n`)}</tbody>
</table>`;
}

function dayHtml(choice: TimeChoice, day: number): Html {
  const { zone, is_group } = choice;
  const { by_day, first } = choice.available;
  const free = by_day.get(day) ?? [];
  if (free.length === 0)
    return html`<h2 id="day">${longDate(day)}</h2>
<p class="soft">Nothing is free on this day.${first !== undefined && html` ${firstLink(choice, first)}`}</p>`;
  return html`<h2 id="day">${longDate(day)}</h2>
<ul class="slots">${free.map(
    ({ start, seats_left }) =>
      html`<li><a href="${link(choice, { start: isoMinute(start) })}">${clockText(zone, start)}${
        is_group && html` <small>${seats_left === 1 ? '1 seat' : `${seats_left} seats`}</small>`
      }</a></li>\n`,
  )}</ul>`;
}

function emptyMonth(choice: TimeChoice): Part {
  const { month, first } = choice.available;
  return html`<h2 id="day">No free times</h2>
<p class="soft">Nothing is free in ${month.label}.${first !== undefined && html` ${firstLink(choice, first)}`}</p>`;
}

const firstLink = (choice: TimeChoice, day: number): Html =>
  html`<a href="${link(choice, { month: dateOf(day).slice(0, 7), date: dateOf(day) })}#times">The first free day is ${longDate(day)}.</a>`;
