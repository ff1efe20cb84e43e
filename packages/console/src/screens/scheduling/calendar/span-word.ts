import { HOUR_MS } from '@space/time';
import type { Day } from '../../../dates/days.ts';
import { isDay } from '../times/days.ts';
import { usualStart } from '../times/now.ts';
import type { Span } from './entry.ts';

/** Returns the time of a new event as a word for the address: two instants, or a day. */
export const spanWord = (span: Span): string =>
  span.kind === 'days' ? span.first : `${new Date(span.start).toISOString()}/${new Date(span.end).toISOString()}`;

/** Reads the time of a new event from the address. Any other word is an hour on the day given. */
export function parseSpan(word: string, day: Day, timezone: string): Span {
  if (isDay(word)) return { kind: 'days', first: word, last: word };
  const [start = Number.NaN, end = Number.NaN] = word.split('/').map((part) => Date.parse(part));
  if (start < end) return { kind: 'times', start, end };
  const usual = usualStart(day, timezone);
  return { kind: 'times', start: usual, end: usual + HOUR_MS };
}
