import { type CellType, configOf, reject } from './cell-type.ts';
import { parseNumber, roundTo } from './decimal.ts';
import { numeric } from './number-columns.ts';

const clock = /^(\d{1,10}):(\d{1,2})(?::(\d{1,2}(?:\.\d{1,3})?))?$/;
const spelled =
  /^(?:(\d{1,6}(?:\.\d{1,6})?) ?d(?:ays?)?)? ?(?:(\d{1,9}(?:\.\d{1,6})?) ?h(?:(?:ou)?rs?)?)? ?(?:(\d{1,9}(?:\.\d{1,6})?) ?m(?:in(?:ute)?s?)?)? ?(?:(\d{1,12}(?:\.\d{1,3})?) ?s(?:ec(?:ond)?s?)?)?$/i;

/**
 * Seconds, whole ones unless the format shows tenths. As text, a bare number is seconds and `1:30:00` is hours, minutes
 * and seconds. `1:30` is hours and minutes with the format h:mm (the default), else minutes and seconds. `1h 30m` is
 * accepted too.
 */
export const duration: CellType = numeric({
  check(column, value) {
    const seconds = roundTo(value, configOf<'duration'>(column).format === 'h:mm:ss.S' ? 1 : 0);
    return seconds < 0 || seconds > Number.MAX_SAFE_INTEGER ? reject('out_of_range', 'must be seconds, 0 or more') : { cell: seconds };
  },
  parse(text, column) {
    const { format = 'h:mm' } = configOf<'duration'>(column);
    const [, first, second, third] = clock.exec(text) ?? [];
    if (first !== undefined && second !== undefined) {
      const [hours, minutes, seconds] =
        third !== undefined ? [first, second, third] : format === 'h:mm' ? [first, second, 0] : [0, first, second];
      return Number(second) > 59 || Number(third ?? 0) >= 60 ? undefined : Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
    }
    const [, days, hours, minutes, seconds] = spelled.exec(text) ?? [];
    if (days ?? hours ?? minutes ?? seconds)
      return Number(days ?? 0) * 86_400 + Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
    return parseNumber(text);
  },
  text(column, value) {
    const { format = 'h:mm' } = configOf<'duration'>(column);
    const tenths = Math.round(Math.abs(value) * 10);
    const seconds = Math.floor(tenths / 10);
    const pad = (part: number) => String(part).padStart(2, '0');
    const hoursAndMinutes = `${value < 0 ? '-' : ''}${Math.floor(seconds / 3_600)}:${pad(Math.floor(seconds / 60) % 60)}`;
    if (format === 'h:mm') return hoursAndMinutes;
    return `${hoursAndMinutes}:${pad(seconds % 60)}${format === 'h:mm:ss' ? '' : `.${tenths % 10}`}`;
  },
});
