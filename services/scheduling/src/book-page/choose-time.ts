import { type Html, html, type Part } from '../page/html.ts';
import type { Candidate } from '../slots/slots.ts';
import { dateOf, dayNumber, dayOf, isoMinute } from '../slots/wall-clock.ts';
import type { Zone } from '../slots/zone.ts';
import { isMonth, longDate, type Month, monthOf } from './month.ts';
import { clockText, offsetName } from './time-text.ts';
import { zoneNames } from './zone-names.ts';

/** What a visitor chose so far, by what stands in the address. */
interface Chosen {
  readonly month?: string | undefined;
  readonly date?: string | undefined;
}

/** The times of a page, to choose one of. */
export interface TimeChoice {
  /** Where this page is; links add what is chosen. */
  readonly path: string;
  readonly zone: Zone;
  readonly now: number;
  readonly free: readonly Candidate[];
  readonly chosen: Chosen;
  /** Whether it says how many seats are left. */
  readonly is_group: boolean;
}

const letters = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** A zone to read times in, a calendar to choose a day of, and the times of that day, all of it links: no script is needed. */
export function timeChoice(choice: TimeChoice): Html {
  const { free, zone, chosen } = choice;
  const byDay = Map.groupBy(free, ({ start }) => dayOf(zone.wallAt(start)));
  const wanted = dayIn(chosen.date);
  const first = byDay.keys().next().value as number | undefined;
  const month = monthOf(monthName(choice, wanted ?? first));
  const day = wanted ?? [...byDay.keys()].find((one) => month.has(one));
  return html`${zoneForm(choice, month, day)}
<div class="times">
<section aria-labelledby="month">
${monthHtml(choice, month, day, byDay)}
</section>
<section aria-labelledby="day" id="times">
${day === undefined ? emptyMonth(choice, month, first) : dayHtml(choice, day, byDay.get(day) ?? [], first)}
</section>
</div>`;
}

function monthName({ chosen, zone, now }: TimeChoice, day: number | undefined): string {
  if (isMonth(chosen.month)) return chosen.month;
  return dateOf(day ?? dayOf(zone.wallAt(now))).slice(0, 7);
}

const dayIn = (date: string | undefined): number | undefined => {
  const day = date !== undefined && /^(?:19|20|21)\d\d-\d\d-\d\d$/.test(date) ? dayNumber(date) : Number.NaN;
  return Number.isNaN(day) || dateOf(day) !== date ? undefined : day;
};

/** The address of this page with what is chosen. */
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

function monthHtml(choice: TimeChoice, month: Month, chosen: number | undefined, byDay: ReadonlyMap<number, readonly Candidate[]>): Html {
  const today = dayOf(choice.zone.wallAt(choice.now));
  const last = choice.free.at(-1);
  const isFirst = month.has(today) || month.name < dateOf(today).slice(0, 7);
  const isLast = last === undefined || dateOf(dayOf(choice.zone.wallAt(last.start))).slice(0, 7) <= month.name;
  const cell = (day: number): Html => {
    if (!month.has(day)) return html`<td></td>`;
    const number = Number(dateOf(day).slice(8));
    const count = byDay.get(day)?.length ?? 0;
    if (count === 0) return html`<td><span class="none"${day === today && html` aria-current="date"`}>${number}</span></td>`;
    return html`<td><a href="${link(choice, { month: month.name, date: dateOf(day) })}#times"${day === chosen && html` class="chosen" aria-current="true"`} aria-label="${longDate(day)}, ${count === 1 ? 'one time' : `${count} times`}">${number}</a></td>`;
  };
  return html`<div class="turn">
<h2 id="month">${month.label}</h2>
<p>${!isFirst && html`<a href="${link(choice, { month: month.previous })}">Previous month</a>`}
${!isLast && html`<a href="${link(choice, { month: month.next })}">Next month</a>`}</p>
</div>
<table class="days">
<thead><tr>${letters.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${month.weeks.map((week) => html`<tr>${week.map(cell)}</tr>\n`)}</tbody>
</table>`;
}

function dayHtml(choice: TimeChoice, day: number, free: readonly Candidate[], first: number | undefined): Html {
  const { zone, is_group } = choice;
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

const emptyMonth = (choice: TimeChoice, month: Month, first: number | undefined): Part => html`<h2 id="day">No free times</h2>
<p class="soft">Nothing is free in ${month.label}.${first !== undefined && html` ${firstLink(choice, first)}`}</p>`;

const firstLink = (choice: TimeChoice, day: number): Html =>
  html`<a href="${link(choice, { month: dateOf(day).slice(0, 7), date: dateOf(day) })}#times">The first free day is ${longDate(day)}.</a>`;
