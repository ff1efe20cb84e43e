import type { Arguments } from '../api/send.ts';

/** Returns true if a thing has all of these values. Members of objects may have another order. */
export const haveSameValues = (values: Arguments, thing: Arguments): boolean =>
  Object.entries(values).every(([field, value]) => textOf(value) === textOf(thing[field]));

/** Returns the text of a JSON value with its members in order; absent and null are the same. */
function textOf(value: unknown): string {
  return JSON.stringify(value ?? null, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}
