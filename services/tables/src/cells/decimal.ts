/** Returns `value` times ten to the power of `places`, exactly where a float64 can be exact. */
export function shift(value: number, places: number): number {
  const [digits, exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}

/** Rounds to at most this many decimals, halves away from zero; never negative zero. */
export function roundTo(value: number, places: number): number {
  const shifted = shift(Math.abs(value), places);
  const rounded = shifted > Number.MAX_SAFE_INTEGER ? Math.abs(value) : shift(Math.round(shifted), -places);
  return value < 0 && rounded !== 0 ? -rounded : rounded;
}

const plain = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i;
const groupedByCommas = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const groupedBySpaces = /^[+-]?\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?$/;
const groupedByDots = /^[+-]?\d{1,3}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/;
const decimalComma = /^[+-]?\d+,\d+$/;

/**
 * Parses a number in one of the notations `1234.5`, `1,234.5`, `1 234,5`, `1.234,5` or `12,5`; undefined for any other
 * text. A single comma or point before three digits is read as in English: `1,234` is above a thousand and `1.234` is
 * not.
 */
export function parseNumber(written: string): number | undefined {
  if (written.length > 64) return undefined;
  const text = written
    .trim()
    .replaceAll('−', '-')
    .replace(/[\u00a0\u202f\u2009]/g, ' ');
  if (plain.test(text)) return Number(text);
  if (groupedByCommas.test(text)) return Number(text.replaceAll(',', ''));
  if (groupedBySpaces.test(text)) return Number(text.replace(/[ '’]/g, '').replace(',', '.'));
  if (groupedByDots.test(text)) return Number(text.replaceAll('.', '').replace(',', '.'));
  if (decimalComma.test(text)) return Number(text.replace(',', '.'));
  return undefined;
}
