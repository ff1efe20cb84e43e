/** Returns a number with at most two decimals, so that pictures are short; 0 for numbers that are not finite. */
export function decimal(value: number): string {
  return Number.isFinite(value) ? String(Math.round(value * 100) / 100 + 0) : '0';
}
