const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = DIGITS.length;

/** Characters of a place above which its neighbours get new places. */
export const LONG_POSITION = 50;

/** Characters of the counter with which a place above or below all others begins. */
const COUNTER_LENGTH = 6;

const digitAt = (text: string, at: number): number => DIGITS.indexOf(text[at] ?? DIGITS[0]!);

/**
 * Returns a place between two others, without a 0 at its end, so that there is always a place before it. `after` null means the
 * beginning of the list, `before` null its end. `after` is below `before`.
 */
export function positionBetween(after: string | null, before: string | null): string {
  let text = '';
  for (let at = 0; ; at++) {
    const low = after === null ? 0 : digitAt(after, at);
    const high = before === null ? BASE : at < before.length ? digitAt(before, at) : 0;
    if (high - low > 1) return text + DIGITS[low + Math.floor((high - low) / 2)]!;
    text += DIGITS[low]!;
    // Below the upper place in this character, so the rest is free above.
    if (high > low) return text + betweenTail(after === null ? '' : after.slice(at + 1));
  }
}

/** Returns the shortest text above a tail, for a place whose beginning is already below the upper one. */
function betweenTail(tail: string): string {
  let text = '';
  for (let at = 0; ; at++) {
    const low = digitAt(tail, at);
    if (low < BASE - 1) return text + DIGITS[low + Math.max(1, Math.ceil((BASE - low) / 2) - 1)]!;
    text += DIGITS[low]!;
  }
}

/** Returns `count` places in order between two others. */
export function positionsBetween(after: string | null, before: string | null, count: number): string[] {
  if (count === 0) return [];
  const left = Math.floor(count / 2);
  const middle = positionBetween(after, before);
  return [...positionsBetween(after, middle, left), middle, ...positionsBetween(middle, before, count - left - 1)];
}

/** Returns a place above the highest one of a list, null for an empty list. Places stay short, however many are drawn in turn. */
export function positionAbove(highest: string | null): string {
  return highest === null ? FIRST : (countFrom(highest, 1) ?? positionBetween(highest, null));
}

/** Returns a place below the lowest one of a list, null for an empty list. Places stay short, however many are drawn in turn. */
export function positionBelow(lowest: string | null): string {
  return lowest === null ? FIRST : (countFrom(lowest, -1) ?? positionBetween(null, lowest));
}

/** The place of the only one of a list: in the middle of what a counter can reach. */
const FIRST = DIGITS[BASE / 2]!.padEnd(COUNTER_LENGTH, DIGITS[1]!);

/** Returns the next number from the beginning of a place that has no 0 at its end, or null beyond the last one. */
function countFrom(place: string, step: 1 | -1): string | null {
  let value = 0;
  for (let at = 0; at < COUNTER_LENGTH; at++) value = value * BASE + digitAt(place, at);
  value += step;
  if (value % BASE === 0) value += step;
  if (value <= 0 || value >= BASE ** COUNTER_LENGTH) return null;
  let text = '';
  for (let rest = value; text.length < COUNTER_LENGTH; rest = Math.floor(rest / BASE)) text = DIGITS[rest % BASE]! + text;
  return text;
}
