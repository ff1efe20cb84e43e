const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** Returns a number of bytes for people, such as `1.4 MB`; a KB has 1,024 bytes. */
export function sizeText(bytes: number): string {
  if (bytes === 1) return '1 byte';
  let value = bytes;
  let unit = 0;
  while (Number(value.toFixed(value < 10 ? 1 : 0)) >= 1_024 && unit < UNITS.length - 1) {
    value /= 1_024;
    unit += 1;
  }
  return `${value.toLocaleString('en', { maximumFractionDigits: unit > 0 && value < 10 ? 1 : 0 })} ${UNITS[unit]}`;
}
