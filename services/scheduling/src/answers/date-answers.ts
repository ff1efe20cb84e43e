import type { FormField } from '@space/contracts/scheduling';
import { AnswerError, type AnswerReader, wrongType } from './answer-error.ts';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^([01]\d|2[0-3]):([0-5]\d)(?::00)?$/;
const OFFSET = /(?:Z|[+-]\d{2}:\d{2})$/;

/** Returns true for an existing calendar date, `YYYY-MM-DD`. */
function isDate(text: string): boolean {
  const parts = DATE.exec(text);
  if (!parts) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day && date.getUTCFullYear() === year;
}

/** Returns the check of a date against the limits of a field; it returns undefined for a date within them. */
function dayLimits({ validation = {} }: FormField): (day: string) => AnswerError | undefined {
  const { min_date, max_date } = validation;
  const tooEarly = new AnswerError('too_early', `must not be before ${min_date}`);
  const tooLate = new AnswerError('too_late', `must not be after ${max_date}`);
  return (day) => {
    if (min_date !== undefined && day < min_date) return tooEarly;
    return max_date !== undefined && day > max_date ? tooLate : undefined;
  };
}

/** Reads a date, `YYYY-MM-DD`. */
export function date(field: FormField): AnswerReader {
  const notDate = wrongType('a date, like 2026-03-31');
  const limits = dayLimits(field);
  return (value) => {
    return typeof value === 'string' && isDate(value) ? (limits(value) ?? value) : notDate;
  };
}

/** Reads a time of day, `HH:MM`. */
export function time(): AnswerReader {
  const notTime = wrongType('a time, like 14:30');
  return (value) => {
    return typeof value === 'string' && TIME.test(value) ? value.slice(0, 5) : notTime;
  };
}

/** Reads a date with a time: stored as a wall clock time, `YYYY-MM-DDTHH:MM`, or with an offset as an instant in UTC. */
export function datetime(field: FormField): AnswerReader {
  const notDatetime = wrongType('a date with a time, like 2026-03-31T14:30');
  const limits = dayLimits(field);
  return (value) => {
    if (typeof value !== 'string' || value.length > 40) return notDatetime;
    const [day = '', clock = ''] = value.split('T');
    if (!isDate(day)) return notDatetime;
    if (TIME.test(clock)) return limits(day) ?? `${day}T${clock.slice(0, 5)}`;
    if (!OFFSET.test(clock) || !/^\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/.test(clock)) return notDatetime;
    const instant = Date.parse(value);
    return Number.isNaN(instant) ? notDatetime : (limits(day) ?? new Date(instant).toISOString());
  };
}

/** Reads two dates, the first not after the second. */
export function dateRange(field: FormField): AnswerReader {
  const notRange = wrongType('an object of start and end, each a date like 2026-03-31');
  const backwards = new AnswerError('backwards', 'must not end before it starts');
  const limits = dayLimits(field);
  return (value) => {
    if (typeof value !== 'object' || Array.isArray(value)) return notRange;
    const { start, end, ...rest } = value as Record<string, unknown>;
    const isNone = (one: unknown) => one === undefined || one === null || one === '';
    if (isNone(start) && isNone(end)) return undefined;
    if (typeof start !== 'string' || typeof end !== 'string' || !isDate(start) || !isDate(end) || Object.keys(rest).length > 0)
      return notRange;
    if (end < start) return backwards;
    return limits(start) ?? limits(end) ?? { start, end };
  };
}
