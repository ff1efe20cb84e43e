/** The names of the months, from January. */
interface MonthNames {
  readonly months: readonly string[];
  readonly short_months: readonly string[];
}

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

const english: MonthNames = { months, short_months: months.map((name) => name.slice(0, 3)) };

/** The tokens of `field_config.format`; characters that are not letters are literal. */
const tokens: Readonly<Record<string, (clock: Date, names: MonthNames) => string | number>> = {
  YYYY: (clock) => String(clock.getUTCFullYear()).padStart(4, '0'),
  YY: (clock) => two(clock.getUTCFullYear() % 100),
  MMMM: (clock, names) => names.months[clock.getUTCMonth()]!,
  MMM: (clock, names) => names.short_months[clock.getUTCMonth()]!,
  MM: (clock) => two(clock.getUTCMonth() + 1),
  M: (clock) => clock.getUTCMonth() + 1,
  DD: (clock) => two(clock.getUTCDate()),
  D: (clock) => clock.getUTCDate(),
  HH: (clock) => two(clock.getUTCHours()),
  H: (clock) => clock.getUTCHours(),
  hh: (clock) => two(clock.getUTCHours() % 12 || 12),
  h: (clock) => clock.getUTCHours() % 12 || 12,
  mm: (clock) => two(clock.getUTCMinutes()),
  ss: (clock) => two(clock.getUTCSeconds()),
  A: (clock) => (clock.getUTCHours() < 12 ? 'AM' : 'PM'),
  a: (clock) => (clock.getUTCHours() < 12 ? 'am' : 'pm'),
};

/**
 * Formats a wall-clock time by a format such as `DD/MM/YYYY HH:mm`; undefined if the format has unknown letters. `names` are
 * those of the months, default the English ones.
 */
export function formatClock(format: string, clock: number, names: MonthNames = english): string | undefined {
  const words = format.match(/[A-Za-z]+/g);
  if (!words?.every((word) => Object.hasOwn(tokens, word))) return undefined;
  const time = new Date(clock);
  return format.replace(/[A-Za-z]+/g, (word) => String(tokens[word]!(time, names)));
}

const two = (part: number): string => String(part).padStart(2, '0');
