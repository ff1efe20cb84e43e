const english = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

/** The tokens of `field_config.format`; characters that are not letters are literal. */
const tokens: Readonly<Record<string, (clock: Date, months: readonly string[]) => string | number>> = {
  YYYY: (clock) => String(clock.getUTCFullYear()).padStart(4, '0'),
  YY: (clock) => two(clock.getUTCFullYear() % 100),
  MMMM: (clock, months) => months[clock.getUTCMonth()]!,
  MMM: (clock, months) => months[clock.getUTCMonth()]!.slice(0, 3),
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
 * Formats a wall-clock time by a format such as `DD/MM/YYYY HH:mm`; undefined if the format has unknown letters. `months` are
 * the names of the months, default the English ones.
 */
export function formatClock(format: string, clock: number, months: readonly string[] = english): string | undefined {
  const words = format.match(/[A-Za-z]+/g);
  if (!words?.every((word) => Object.hasOwn(tokens, word))) return undefined;
  const time = new Date(clock);
  return format.replace(/[A-Za-z]+/g, (word) => String(tokens[word]!(time, months)));
}

const two = (part: number): string => String(part).padStart(2, '0');
