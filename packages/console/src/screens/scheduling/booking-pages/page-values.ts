import { isTimeZone } from '@space/time';
import { type BookingPage, pageStatuses } from './booking-page.ts';
import { type Hours, hoursByDay, isWhole, shownEnd, storedEnd, type WeekHours, weeklyOf } from './hours.ts';

/** A day with hours of its own; without hours it is a day off. */
export interface Override {
  readonly date: string;
  readonly windows: readonly Hours[];
}

/** The values of the editor of a booking page. Numbers are texts, as they are typed. */
export interface PageValues {
  readonly name: string;
  readonly description: string;
  readonly host: string;
  readonly language: string;
  readonly meeting_location_type: BookingPage['meeting_location_type'];
  readonly meeting_location_value: string;
  readonly calendar: string;
  readonly duration_minutes: string;
  readonly slot_interval_minutes: string;
  readonly buffer_minutes: string;
  readonly min_notice_hours: string;
  readonly max_advance_days: string;
  readonly capacity: string;
  readonly form_id: string;
  readonly timezone: string;
  readonly week: WeekHours;
  readonly overrides: readonly Override[];
}

/** Returns the values of a page. */
export const valuesOfPage = (page: BookingPage): PageValues => ({
  name: page.name,
  description: page.description ?? '',
  host: page.host ?? '',
  language: page.language ?? '',
  meeting_location_type: page.meeting_location_type,
  meeting_location_value: page.meeting_location_value ?? '',
  calendar: page.calendar,
  duration_minutes: String(page.duration_minutes),
  slot_interval_minutes: page.slot_interval_minutes === null ? '' : String(page.slot_interval_minutes),
  buffer_minutes: String(page.buffer_minutes),
  min_notice_hours: String(page.min_notice_hours),
  max_advance_days: String(page.max_advance_days),
  capacity: String(page.capacity),
  form_id: page.form_id ?? '',
  timezone: page.timezone,
  week: hoursByDay(page.availability.weekly),
  overrides: page.availability.overrides.map(({ date, windows }) => ({
    date,
    windows: windows.map(({ start, end }) => ({ start, end: shownEnd(end) })),
  })),
});

const textNames = ['description', 'host', 'language', 'meeting_location_value', 'form_id'] as const;
const plainNames = ['name', 'meeting_location_type', 'calendar', 'timezone'] as const;
const numberNames = [
  'duration_minutes',
  'slot_interval_minutes',
  'buffer_minutes',
  'min_notice_hours',
  'max_advance_days',
  'capacity',
] as const;

/** Returns the fields of a page that the editor changes; empty if nothing changes. */
export function changedPageFields(values: PageValues, page: BookingPage): Partial<Record<keyof BookingPage, unknown>> {
  const old = valuesOfPage(page);
  const isNew = (name: keyof PageValues) => JSON.stringify(values[name]) !== JSON.stringify(old[name]);
  const entries: (readonly [string, unknown])[] = [
    ...plainNames.filter(isNew).map((name) => [name, values[name].trim()] as const),
    ...textNames.filter(isNew).map((name) => [name, values[name].trim() === '' ? null : values[name].trim()] as const),
    ...numberNames.filter(isNew).map((name) => [name, values[name].trim() === '' ? null : Number(values[name])] as const),
  ];
  if (isNew('week') || isNew('overrides')) entries.push(['availability', availabilityOf(values)]);
  return Object.fromEntries(entries);
}

const availabilityOf = ({ week, overrides }: PageValues) => ({
  weekly: weeklyOf(week),
  overrides: overrides.map(({ date, windows }) => ({ date, windows: windows.map(({ start, end }) => ({ start, end: storedEnd(end) })) })),
});

/** Returns the values of the same fields before. */
export const oldPageFields = (page: BookingPage, fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, page[name as keyof BookingPage]]));

/** Returns what must be filled in before the page can be saved, or undefined. */
export function pageFault({ name, timezone, week, overrides }: PageValues): string | undefined {
  if (name.trim() === '') return 'The page needs a name.';
  if (!isTimeZone(timezone)) return 'The time zone must be one such as Europe/Berlin.';
  const hours = [...Object.values(week), ...overrides.map(({ windows }) => windows)];
  if (!hours.every(isWhole)) return 'Each window of hours needs a start and another end.';
  return overrides.some(({ date }) => date === '') ? 'Each exception needs a day.' : undefined;
}

/** The tabs of the editor, each with the fields of the API that it changes. */
export const editorTabs = [
  ['details', 'Details', ['name', 'description', 'host', 'language', 'meeting_location_type', 'meeting_location_value', 'calendar']],
  ['hours', 'Hours', ['timezone', 'availability']],
  [
    'limits',
    'Length and limits',
    ['duration_minutes', 'slot_interval_minutes', 'buffer_minutes', 'min_notice_hours', 'max_advance_days', 'capacity'],
  ],
  ['questions', 'Questions', ['form_id']],
  ['share', 'Share', []],
] as const satisfies readonly (readonly [name: string, label: string, fields: readonly (keyof BookingPage)[]])[];

/** The name of a tab of the editor. */
export type EditorTab = (typeof editorTabs)[number][0];

/** Returns the words for the states in which a page is, for a filter. */
export const statusChoices = pageStatuses.map((status) => [status, status.charAt(0).toUpperCase() + status.slice(1)] as const);
