import { MAX_OCCURRENCES, MAX_RECURRENCE_INTERVAL } from '@space/contracts/scheduling';
import { MINUTE_MS } from '@space/time';

/** A recurrence rule of RFC 5545 with daily or longer frequency. */
export interface RecurrenceRule {
  readonly freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  readonly interval: number;
  readonly count: number | undefined;
  /** The last start: minutes since the epoch in UTC, or in wall clock time of the event's zone. */
  readonly until: { readonly minute: number; readonly is_wall: boolean } | undefined;
  /** Days of the week, Monday 0, with their number in the month or year (1MO, -1FR). */
  readonly by_day: readonly { readonly weekday: number; readonly nth: number | undefined }[];
  readonly by_month_day: readonly number[];
  readonly by_month: readonly number[];
  readonly by_set_pos: readonly number[];
  /** The first day of a week, Monday 0. */
  readonly week_start: number;
}

/** A parsed rule, or the reason why it is invalid, as the end of a sentence. */
type ParsedRule = { readonly rule: RecurrenceRule } | { readonly error: string };

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;

class RuleError extends Error {}

/** Parses the text of a rule, with or without `RRULE:` before it. */
export function parseRule(text: string): ParsedRule {
  try {
    return { rule: parse(text) };
  } catch (error) {
    if (error instanceof RuleError) return { error: error.message };
    throw error;
  }
}

function parse(text: string): RecurrenceRule {
  const parts = parseParts(text);
  const freq = FREQUENCIES.find((name) => name === parts.get('FREQ'));
  if (!freq) throw new RuleError(`must have FREQ=${FREQUENCIES.join(', FREQ=').replace(/, ([^,]*)$/, ' or $1')}`);
  const rule: RecurrenceRule = {
    freq,
    interval: parseNumber(parts, 'INTERVAL', MAX_RECURRENCE_INTERVAL) ?? 1,
    count: parseNumber(parts, 'COUNT', MAX_OCCURRENCES),
    until: parseUntil(parts.get('UNTIL')),
    by_day: listPart(parts, 'BYDAY').map(parseByDay),
    by_month_day: parseNumbers(parts, 'BYMONTHDAY', 31, true),
    by_month: parseNumbers(parts, 'BYMONTH', 12, false),
    by_set_pos: parseNumbers(parts, 'BYSETPOS', 366, true),
    week_start: parseWeekday(parts.get('WKST') ?? 'MO'),
  };
  if (rule.count !== undefined && rule.until) throw new RuleError('must not have both COUNT and UNTIL');
  const isNth = rule.by_day.some(({ nth }) => nth !== undefined);
  if (isNth && (freq === 'DAILY' || freq === 'WEEKLY')) throw new RuleError(`must not number the days of BYDAY with FREQ=${freq}`);
  if (isNth && rule.by_month_day.length > 0) throw new RuleError('must not number the days of BYDAY together with BYMONTHDAY');
  if (freq === 'WEEKLY' && rule.by_month_day.length > 0) throw new RuleError('must not have BYMONTHDAY with FREQ=WEEKLY');
  if (rule.by_set_pos.length > 0 && rule.by_day.length + rule.by_month_day.length + rule.by_month.length === 0)
    throw new RuleError('must have BYDAY, BYMONTHDAY or BYMONTH together with BYSETPOS');
  return rule;
}

const PARTS = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'BYMONTHDAY', 'BYMONTH', 'BYSETPOS', 'WKST'];

function parseParts(text: string): Map<string, string> {
  const parts = new Map<string, string>();
  for (const part of text
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')) {
    const [name = '', value = '', ...rest] = part.split('=');
    if (!PARTS.includes(name)) throw new RuleError(`has the part "${name.slice(0, 20)}"; only ${PARTS.join(', ')} are supported`);
    if (value === '' || rest.length > 0) throw new RuleError(`has no valid value for ${name}`);
    if (parts.has(name)) throw new RuleError(`has ${name} twice`);
    parts.set(name, value);
  }
  return parts;
}

const listPart = (parts: ReadonlyMap<string, string>, name: string): string[] => parts.get(name)?.split(',') ?? [];

function parseNumber(parts: ReadonlyMap<string, string>, name: string, most: number): number | undefined {
  const text = parts.get(name);
  if (text === undefined) return undefined;
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > most) throw new RuleError(`must have a number from 1 to ${most} for ${name}`);
  return number;
}

function parseNumbers(parts: ReadonlyMap<string, string>, name: string, most: number, isSigned: boolean): number[] {
  return listPart(parts, name).map((text) => {
    const number = /^[+-]?\d{1,3}$/.test(text) ? Number(text) : 0;
    if (number === 0 || Math.abs(number) > most || (number < 0 && !isSigned))
      throw new RuleError(`must have numbers from 1 to ${most} for ${name}${isSigned ? ', or negative ones that count from the end' : ''}`);
    return number;
  });
}

function parseWeekday(name: string): number {
  const at = DAYS.indexOf(name);
  if (at < 0) throw new RuleError(`names the day "${name.slice(0, 10)}"; days are ${DAYS.join(', ')}`);
  return at;
}

function parseByDay(text: string): { weekday: number; nth: number | undefined } {
  const [, nth, name] = /^([+-]?\d{1,2})?([A-Z]+)$/.exec(text) ?? [];
  const weekday = parseWeekday(name ?? text);
  if (nth === undefined) return { weekday, nth: undefined };
  if (Number(nth) === 0 || Math.abs(Number(nth)) > 53) throw new RuleError('must number the days of BYDAY from 1 to 53, or from -53 to -1');
  return { weekday, nth: Number(nth) };
}

function parseUntil(text: string | undefined): RecurrenceRule['until'] {
  if (text === undefined) return undefined;
  const [, year, month, day, hour, minute, , zulu] = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/.exec(text) ?? [];
  const at = Date.parse(`${year}-${month}-${day}T${hour ?? '23'}:${minute ?? '59'}:00Z`) / MINUTE_MS;
  if (Number.isNaN(at) || new Date(at * MINUTE_MS).getUTCDate() !== Number(day))
    throw new RuleError('must have UNTIL as YYYYMMDD or YYYYMMDDTHHMMSSZ');
  return { minute: at, is_wall: zulu !== 'Z' };
}
