const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** Returns a number of bytes with the largest unit of 1,024 that it fills, such as "1.5 MB". */
export function humanBytes(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1_024 && unit < UNITS.length - 1) [value, unit] = [value / 1_024, unit + 1];
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return `${value.toLocaleString('en', { maximumFractionDigits: digits })} ${UNITS[unit]}`;
}

/** Returns how full something is in percent, from 0 to 100; undefined without a limit. */
export function fullness(used: number, maximum: number | null): number | undefined {
  if (maximum === null) return undefined;
  return maximum === 0 ? 100 : Math.min(100, Math.round((used / maximum) * 100));
}
