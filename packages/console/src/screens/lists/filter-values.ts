import type { Arguments } from '../../api/send.ts';
import type { Field } from '../../api/shape.ts';

const ENTERED = new Set(['text', 'id', 'time', 'date', 'number', 'choice', 'words', 'yes_no']);

/** Returns the parameters of a list that its filter offers, without the text search. */
export const filterFields = (params: readonly Field[]): readonly Field[] =>
  params.filter(({ name, kind }) => ENTERED.has(kind) && name !== 'search' && name !== 'fields');

/** Returns the arguments of a list from the search text of its address; values that are not of their kind are left out. */
export function argumentsFrom(params: readonly Field[], search: string): Arguments {
  const query = new URLSearchParams(search);
  return Object.fromEntries(
    params.flatMap((field) => {
      const text = query.get(field.name);
      return text === null || text === '' || !isOfKind(field, text) ? [] : [[field.name, text]];
    }),
  );
}

/** Returns the parameters without which a read is refused and that have no value yet. */
export const missingParams = (params: readonly Field[], args: Arguments): readonly Field[] =>
  params.filter(({ name, required }) => required && args[name] === undefined);

function isOfKind({ kind, options }: Field, text: string): boolean {
  if (kind === 'number') return Number.isFinite(Number(text));
  if (kind === 'yes_no') return text === 'true' || text === 'false';
  return kind !== 'choice' || !options || options.includes(text);
}

/** Returns a search text with one parameter changed; an empty value removes it. */
export function withParam(search: string, name: string, value: string): string {
  const query = new URLSearchParams(search);
  if (value === '') query.delete(name);
  else query.set(name, value);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
