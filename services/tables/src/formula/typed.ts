import type { Cell } from '../schema.ts';
import type { FormulaFunction } from './function.ts';

/** What a part of a formula comes to; a blank has no value whatever happens. */
export type Kind = 'number' | 'text' | 'boolean' | 'date' | 'datetime' | 'list' | 'blank';

/** A kind, and for lists what their elements are: `any` where that differs from element to element. */
export interface Type {
  readonly kind: Kind;
  readonly of?: Exclude<Kind, 'list' | 'blank'> | 'any';
}

/** A checked part of a formula: every call knows its function, every reference its column, and all their types fit. */
export type Typed =
  | { readonly kind: 'literal'; readonly type: Type; readonly value: Cell; readonly position: number }
  | { readonly kind: 'column'; readonly type: Type; readonly id: string; readonly position: number }
  | {
      readonly kind: 'call';
      readonly type: Type;
      readonly function: FormulaFunction;
      readonly parts: readonly Typed[];
      readonly position: number;
    };

/** The kinds as a sentence names them. */
export const kindNames: Readonly<Record<Kind, string>> = {
  number: 'a number',
  text: 'a text',
  boolean: 'TRUE or FALSE',
  date: 'a date',
  datetime: 'a date with time',
  list: 'a list',
  blank: 'nothing',
};

/** The least type that holds the values of all: text where they differ, since everything has a text. */
export function unified(types: readonly Type[]): Type {
  const held = types.filter((type) => type.kind !== 'blank');
  const [first] = held;
  if (!first) return { kind: 'blank' };
  if (held.every(({ kind }) => kind === 'list')) return held.every(({ of }) => of === first.of) ? first : { kind: 'list', of: 'any' };
  if (held.every(({ kind }) => kind === first.kind)) return { kind: first.kind };
  if (held.every(({ kind }) => kind === 'date' || kind === 'datetime')) return { kind: 'datetime' };
  return { kind: 'text' };
}
