/** Fields of a thing by name. */
type Fields<Value> = { readonly [Name in keyof Value]?: Value[Name] };

/** Returns the edited fields whose values differ from those of a thing; lists are compared by their entries. */
export function changedFields<Value extends object>(value: Value, edits: Fields<Value>): Fields<Value> {
  const names = Object.keys(edits) as (keyof Value)[];
  return Object.fromEntries(names.filter((name) => !isSame(value[name], edits[name])).map((name) => [name, edits[name]])) as Fields<Value>;
}

/** Returns the values that some fields of a thing have. */
export const valuesOf = <Value extends object>(value: Value, fields: Fields<Value>): Fields<Value> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, value[name as keyof Value]])) as Fields<Value>;

/** Returns the edits without those that were saved. One that was typed over meanwhile stays. */
export const withoutSaved = <Value extends object>(edits: Fields<Value>, saved: Fields<Value>): Fields<Value> =>
  Object.fromEntries(
    Object.entries(edits).filter(([name, edited]) => !Object.hasOwn(saved, name) || !isSame(saved[name as keyof Value], edited)),
  ) as Fields<Value>;

/** Returns the value of a field that may be empty: null for an empty text. */
export const textOrNull = (text: string): string | null => (text === '' ? null : text);

/** Returns the words of a text with commas between them, each once. */
export const wordsIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
];

const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (Array.isArray(one) && Array.isArray(other) && one.length === other.length && one.every((entry, index) => entry === other[index]));
