/** The type of a formula value without its element type; `blank` is the type of an expression that never has a value. */
export type Kind = 'number' | 'text' | 'boolean' | 'date' | 'datetime' | 'list' | 'blank';

/** The type of an expression. `of` is the element type of a list, `any` when elements differ. */
export interface Type {
  readonly kind: Kind;
  readonly of?: Exclude<Kind, 'list' | 'blank'> | 'any';
}

/** Names of the kinds for error messages. */
export const kindNames: Readonly<Record<Kind, string>> = {
  number: 'a number',
  text: 'a text',
  boolean: 'TRUE or FALSE',
  date: 'a date',
  datetime: 'a date with time',
  list: 'a list',
  blank: 'nothing',
};

/** Returns the narrowest type that holds values of all these types; types without a common one become text. */
export function commonType(types: readonly Type[]): Type {
  const held = types.filter((type) => type.kind !== 'blank');
  const [first] = held;
  if (!first) return { kind: 'blank' };
  if (held.every(({ kind }) => kind === 'list')) return held.every(({ of }) => of === first.of) ? first : { kind: 'list', of: 'any' };
  if (held.every(({ kind }) => kind === first.kind)) return { kind: first.kind };
  if (held.every(({ kind }) => kind === 'date' || kind === 'datetime')) return { kind: 'datetime' };
  return { kind: 'text' };
}
