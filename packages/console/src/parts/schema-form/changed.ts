/** Returns the fields whose values differ from those before: a PATCH sends only them. */
export const changedFields = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => Object.fromEntries(Object.entries(after).filter(([name, value]) => !isSame(before[name], value)));

/** Returns true for values with the same JSON in any order of their keys. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  const values = one as Readonly<Record<string, unknown>>;
  const others = other as Readonly<Record<string, unknown>>;
  return keys.length === Object.keys(other).length && keys.every((key) => Object.hasOwn(others, key) && isSame(values[key], others[key]));
}
